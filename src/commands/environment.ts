import {inChoice} from '../base/in-series.js';
import {formatNames} from '../output/formats.js';

/** The environment variables that bizctl reads, as shown in README, help and manual. */
export const environment = [
  {variable: 'BIZCTL_PROFILE', meaning: 'profile to use; --profile overrides it'},
  {variable: 'BIZCTL_BASE_URL', meaning: 'base URL of the API; --base-url overrides it'},
  {variable: 'BIZCTL_TOKEN', meaning: 'bearer token, sent only to the origin of the base URL'},
  {variable: 'BIZCTL_OUTPUT', meaning: `${inChoice(formatNames)}; --output overrides it`},
  {
    variable: 'BIZCTL_SANDBOX_TOKEN',
    meaning: 'token that sandbox serve accepts, starting with sandbox_ (default: a new one each time)',
  },
  {
    variable: 'BIZCTL_CONFIG_DIR',
    meaning: "directory for profiles and settings (default: the system's configuration directory)",
  },
  {
    variable: 'BIZCTL_STATE_DIR',
    meaning: "directory for the records of runs (default: the system's data directory)",
  },
  {
    variable: 'BIZCTL_TENANT',
    meaning: 'name for a tenant without a profile, so that it is recognized after its token changes',
  },
  {
    variable: 'BIZCTL_PAGER, PAGER',
    meaning: 'pager for output longer than the screen (default: less); empty or cat for none',
  },
  {variable: 'BIZCTL_EDITOR, VISUAL, EDITOR', meaning: 'editor for fields edit and fields browse (default: vi)'},
  {
    variable: 'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY',
    meaning:
      'proxy to connect through, and hosts to reach directly, such as .example.com for all subdomains (upper or lower case)',
  },
  {
    variable: 'NODE_EXTRA_CA_CERTS',
    meaning: 'file with extra certificate authorities to trust; client certificates are not supported',
  },
  {variable: 'NO_COLOR', meaning: 'disable colors, like --no-color'},
  {variable: 'ACCESSIBLE', meaning: 'for screen readers: redraw nothing, prompt line by line'},
  {variable: 'CI', meaning: 'never prompt, redraw or use color'},
] as const;
