/** What a new cluster is given once, in its postgresql.conf, where an operator may change it. */
export function sizeSettings(durable: boolean): Record<string, string> {
  return {
    max_connections: durable ? '100' : '500',
    shared_buffers: durable ? '256MB' : '128MB',
    jit: 'off',
    random_page_cost: '1.1',
  };
}

/** What a running server may lack: safety from crashes, and connections, null for those of its configuration. */
export type Strength = { durable: boolean; connections: number | null };

/** What every start insists on, on the command line, where no configuration file can undo it. No value may need quoting. */
export function startSettings(port: number, { durable, connections }: Strength): Record<string, string> {
  const safety = durable ? 'on' : 'off';
  return {
    ...(connections !== null && { max_connections: String(connections) }),
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    ...logSettings,
  };
}

// One file for each day of the week, each emptied when its day comes round again: a week to look back on, and no more.
// Terse and without statements, because the details of an error quote the rows that people wrote.
const logSettings = {
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'server-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Writes settings the way the programs of PostgreSQL take them: `-c name=value`. */
export function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
