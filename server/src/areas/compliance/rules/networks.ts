import type { Severity } from '@cam/contracts';
import { CLOUDS, type Cloud } from './clouds';
import { BOUNDARY, CLEAR_TEXT, STORE_BOUNDARY, type Controls } from './controls';
import type { ComplianceRule } from './rule';

interface Port {
  port: number;
  key: string;
  service: string;
  severity: Severity;
  /** The target of an attacker, as part of a sentence. */
  risk: string;
  /** Controls besides those of network boundaries. */
  controls?: Controls;
  cis?: Partial<Record<Cloud, string>>;
}

/** Ports whose services must not be public. */
const PORTS: readonly Port[] = [
  { port: 22, key: 'ssh', service: 'SSH', severity: 'HIGH', risk: 'a shell on the machine', cis: { AWS: '6.3 6.4', AZURE: '7.2', GCP: '3.6' } },
  {
    port: 3389,
    key: 'rdp',
    service: 'Remote Desktop',
    severity: 'HIGH',
    risk: 'the desktop of the machine',
    cis: { AWS: '6.3 6.4', AZURE: '7.1', GCP: '3.7' },
  },
  { port: 23, key: 'telnet', service: 'Telnet', severity: 'HIGH', risk: 'a shell, with passwords in clear text', controls: CLEAR_TEXT },
  { port: 21, key: 'ftp', service: 'FTP', severity: 'MEDIUM', risk: 'files, with passwords in clear text', controls: CLEAR_TEXT },
  {
    port: 445,
    key: 'smb',
    service: 'SMB',
    severity: 'HIGH',
    risk: 'shared folders, which worms often exploit',
    cis: { AWS: '6.1.2' },
  },
  { port: 5900, key: 'vnc', service: 'VNC', severity: 'HIGH', risk: 'the screen of the machine', controls: CLEAR_TEXT },
  { port: 5985, key: 'winrm', service: 'WinRM', severity: 'HIGH', risk: 'a shell on the machine' },
  { port: 1433, key: 'sql-server', service: 'SQL Server', severity: 'HIGH', risk: 'the database', controls: STORE_BOUNDARY },
  { port: 3306, key: 'mysql', service: 'MySQL', severity: 'HIGH', risk: 'the database', controls: STORE_BOUNDARY },
  { port: 5432, key: 'postgresql', service: 'PostgreSQL', severity: 'HIGH', risk: 'the database', controls: STORE_BOUNDARY },
  { port: 1521, key: 'oracle', service: 'Oracle Database', severity: 'HIGH', risk: 'the database', controls: STORE_BOUNDARY },
  {
    port: 27017,
    key: 'mongodb',
    service: 'MongoDB',
    severity: 'HIGH',
    risk: 'documents, which older versions expose without a password',
    controls: STORE_BOUNDARY,
  },
  {
    port: 6379,
    key: 'redis',
    service: 'Redis',
    severity: 'HIGH',
    risk: 'a data store that requires no password by default',
    controls: STORE_BOUNDARY,
  },
  {
    port: 9200,
    key: 'elasticsearch',
    service: 'Elasticsearch',
    severity: 'HIGH',
    risk: 'an index that requires no password by default',
    controls: STORE_BOUNDARY,
  },
  {
    port: 9042,
    key: 'cassandra',
    service: 'Cassandra',
    severity: 'HIGH',
    risk: 'a data store that requires no password by default',
    controls: STORE_BOUNDARY,
  },
  { port: 9092, key: 'kafka', service: 'Kafka', severity: 'MEDIUM', risk: 'messages that anyone can read and send by default' },
  { port: 11211, key: 'memcached', service: 'Memcached', severity: 'MEDIUM', risk: 'a cache without passwords', controls: STORE_BOUNDARY },
  { port: 2375, key: 'docker', service: 'the Docker API', severity: 'HIGH', risk: 'every container and its host' },
  { port: 10250, key: 'kubelet', service: 'the kubelet', severity: 'HIGH', risk: 'the containers of the node' },
];

/** Rules about ports that firewalls open to the internet. */
export const NETWORK_RULES: readonly ComplianceRule[] = CLOUDS.flatMap(({ cloud, id, name, cis }) =>
  PORTS.map(({ port, key, service, severity, risk, controls = BOUNDARY, cis: numbers }) => ({
    id: `${id}-port-${key}`,
    name: `${service} is not open to the internet in ${name}`,
    severity,
    category: 'Network',
    description: `Attackers scan for port ${port} and try to gain access to ${risk}.`,
    remediation: `Allow port ${port} only from the networks that need it, or remove the rule and use a private connection.`,
    controls: { ...controls, ...(numbers?.[cloud] ? { [cis]: numbers[cloud] } : {}) },
    population: `security_group with-attribute cloudtype ${cloud}`,
    failing: `security_group with-attribute cloudtype ${cloud} and port ${port} and public true`,
    reason: `Its rules open port ${port} to the internet.`,
  })),
);
