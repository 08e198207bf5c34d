/** The configuration of Temporal's own server: all roles in one process, both stores in one Postgres, on the loopback. */

const ROLES = ['frontend', 'history', 'matching', 'worker'] as const;
/** As in Temporal's own configuration for development. It cannot be changed later. */
const HISTORY_SHARDS = 4;
const HOST = '127.0.0.1';
/** As in Temporal's Docker image. */
const CONNECTIONS = { temporal: 20, temporal_visibility: 10 };

export const DATABASES = ['temporal', 'temporal_visibility'] as const;
type Database = (typeof DATABASES)[number];
/** Two for each role: gRPC and membership. */
export const PORTS = 2 * ROLES.length;

interface Places {
  /** `PORTS` free ones; the first is where clients connect. */
  ports: readonly number[];
  postgres: { host: string; port: number; user: string };
}

/** In JSON, which is YAML too. */
export function serverConfig({ ports, postgres }: Places): string {
  const frontend = `${HOST}:${ports[0]}`;
  return JSON.stringify({
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'temporal',
      visibilityStore: 'temporal_visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: Object.fromEntries(DATABASES.map((name) => [name, store(name, postgres)])),
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: HOST } },
    services: Object.fromEntries(
      ROLES.map((role, index) => [role, { rpc: rpc(ports[2 * index]!, ports[2 * index + 1]!) }]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: frontend,
        },
      },
    },
  });
}

const store = (name: Database, { host, port, user }: Places['postgres']) => ({
  sql: {
    pluginName: 'postgres12',
    databaseName: name,
    connectAddr: `${host}:${port}`,
    connectProtocol: 'tcp',
    user,
    maxConns: CONNECTIONS[name],
    maxIdleConns: CONNECTIONS[name],
    maxConnLifetime: '1h',
  },
});

const rpc = (grpcPort: number, membershipPort: number) => ({
  grpcPort,
  membershipPort,
  bindOnLocalHost: true,
});
