/** The environment variables that bizctl reads, in the words of the README and the help. */
export const environment = [
  {variable: 'BIZCTL_PROFILE', meaning: 'the stored tenant to go to; --profile comes before it'},
  {variable: 'BIZCTL_BASE_URL', meaning: 'address of the API; --base-url comes before it'},
  {variable: 'BIZCTL_TOKEN', meaning: 'bearer token, sent to that address only'},
  {variable: 'BIZCTL_OUTPUT', meaning: 'table, json, ndjson, yaml, csv or tsv; --output comes before it'},
  {variable: 'BIZCTL_SANDBOX_TOKEN', meaning: 'the token that sandbox serve accepts; a new one each time when not set'},
  {
    variable: 'BIZCTL_CONFIG_DIR',
    meaning: 'directory of the stored profiles, in place of the one the system has for this',
  },
  {
    variable: 'BIZCTL_PAGER, PAGER',
    meaning: 'what shows tables longer than the screen (default: less); empty or cat: nothing',
  },
  {variable: 'BIZCTL_EDITOR, VISUAL, EDITOR', meaning: 'what fields edit opens (default: vi)'},
  {
    variable: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
    meaning: 'the proxy that makes the connections, and hosts reached without it (in capitals or not)',
  },
  {
    variable: 'NODE_EXTRA_CA_CERTS',
    meaning:
      'a file with certificate authorities to trust beside those that Node knows; there are no client certificates',
  },
  {variable: 'NO_COLOR', meaning: 'no colours, as --no-color'},
  {variable: 'CI', meaning: 'never ask, as --no-input'},
] as const;
