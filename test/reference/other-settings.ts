/** Variables that libraries, the command line and docker-compose.yml read. They are not in the schema of the settings. */
export interface OtherSetting {
  name: string;
  preset?: string;
  example?: string;
  text: string;
}

export const OTHER_SETTINGS: readonly {
  title: string;
  text: string;
  settings: readonly OtherSetting[];
}[] = [
  {
    title: 'Temporal',
    text:
      "These are the Temporal SDK's own names, checked when server and worker connect. A profile file works too: " +
      'TEMPORAL_CONFIG_FILE and TEMPORAL_PROFILE.',
    settings: [
      {
        name: 'TEMPORAL_ADDRESS',
        preset: 'localhost:7233',
        text: 'Where the Temporal server answers.',
      },
      { name: 'TEMPORAL_NAMESPACE', preset: 'default', text: 'The namespace of all workflows.' },
      { name: 'TEMPORAL_API_KEY', text: 'For Temporal Cloud; it turns TLS on.' },
      { name: 'TEMPORAL_TLS_CLIENT_CERT_PATH', text: 'PEM file of our own certificate.' },
      { name: 'TEMPORAL_TLS_CLIENT_KEY_PATH', text: 'PEM file of its key.' },
      {
        name: 'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
        text: "PEM file of the authority that signed the server's certificate.",
      },
    ],
  },
  {
    title: 'The command line',
    text: 'Checked when a command needs them.',
    settings: [
      {
        name: 'DIALWRIGHT_URL',
        preset: 'http://127.0.0.1:3000',
        text: 'Where the command line finds the server.',
      },
      {
        name: 'DIALWRIGHT_API_KEY',
        text: 'The key that it uses: one of DIALWRIGHT_API_KEYS, or one that `dialwright keys create` has shown.',
      },
    ],
  },
];
