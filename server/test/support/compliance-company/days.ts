/** A moment so many days before now, ISO 8601. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

/** Ports that a rule each watches, with what the id of the rule calls their service. */
export const PORTS: readonly (readonly [service: string, port: number])[] = [
  ['ssh', 22],
  ['rdp', 3389],
  ['telnet', 23],
  ['ftp', 21],
  ['smb', 445],
  ['vnc', 5900],
  ['winrm', 5985],
  ['sql-server', 1433],
  ['mysql', 3306],
  ['postgresql', 5432],
  ['oracle', 1521],
  ['mongodb', 27017],
  ['redis', 6379],
  ['elasticsearch', 9200],
  ['cassandra', 9042],
  ['kafka', 9092],
  ['memcached', 11211],
  ['docker', 2375],
  ['kubelet', 10250],
];
