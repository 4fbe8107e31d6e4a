import type {Topic} from './topic.js';

export const tenants: Topic = {
  rows: [
    [
      'auth login',
      'stores the base URL and token of a tenant as a profile once the API accepts the token; to add another tenant, pass --profile NAME. A login never changes the base URL of a profile. The token is typed at a hidden prompt or piped in (bizctl auth login < token-file), never given on the command line',
    ],
    ['auth status', 'shows where each base URL and token comes from, and whether they work'],
    ['auth logout', 'removes the stored token and keeps the base URL'],
    ['profile list, add, use, remove', 'manage profiles, one per tenant'],
    [
      'precedence',
      'options override the environment, which overrides the profile. --profile NAME uses the base URL and token of that profile (BIZCTL_TOKEN only if it has none), and fails if BIZCTL_BASE_URL names a different one; without --profile, BIZCTL_TOKEN goes to the chosen base URL',
    ],
    [
      'a different base URL',
      'the token of a profile is never sent to another origin: if --base-url or BIZCTL_BASE_URL names one, the command exits with code 3, unless no profile is named and BIZCTL_TOKEN is set too',
    ],
    ['a stored token', 'is sent only to the origin it was saved for; no token appears on stderr'],
    [
      'config.json',
      'holds profiles and tokens, in the configuration directory (BIZCTL_CONFIG_DIR overrides it), as plain text that only you can read',
    ],
    [
      'CI',
      'with BIZCTL_BASE_URL and BIZCTL_TOKEN set and no --profile, stored profiles are not read. Where an empty BIZCTL_PROFILE, BIZCTL_BASE_URL or BIZCTL_TOKEN would select the default profile, the command exits with code 2. For --profiles, which does not send BIZCTL_TOKEN to different origins, log in to each tenant first: bizctl auth login --profile NAME --base-url URL < token-file',
    ],
    [
      'connections',
      'https only, except to this machine. Redirects are never followed. Proxies come from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, certificate authorities from NODE_EXTRA_CA_CERTS',
    ],
    [
      'retries',
      'a GET, HEAD, PUT, PATCH or DELETE is retried after a network error (not after a timeout), 408, 423, 429, 500, 502, 503 or 504; a POST, or a PATCH that adds choices, only when it is known to have had no effect; the PATCH also if the field is still unchanged 30 seconds later. For a write, a 423 or 429 does not count as a retry if it says how long to wait, or if other requests succeed in the meantime (a 423 for up to 15 s). If the reply to a create is lost, bizctl checks whether the field was created',
    ],
    [
      'api METHOD PATH',
      'sends any request with the same token, retries and limits; --paginate follows the pages. A path never leaves the origin of the base URL',
    ],
    ['config', 'bizctl config list shows your settings: output format, columns, time zone, pager, editor, colors'],
    [
      'completion',
      'source <(bizctl completion bash), likewise for zsh; in fish: bizctl completion fish | source. Field names are those of the last complete bizctl fields list at a terminal',
    ],
  ],
};
