import type { Pull } from './pull';

/** What credentials of a source open: one account (directory, subscription, project), or an organization of many. */
export interface Tested {
  kind: 'ACCOUNT' | 'ORGANIZATION';
  /** The provider's own id of it; of a source that is one account also the account that its bundle is of. */
  id: string;
  name: string;
  /** What somebody should know of the connection, sentences. */
  warnings: string[];
  /** Of a directory for which no application was named: those by which its people sign in to a cloud. */
  applications?: { id: string; name: string; cloud: 'AWS' }[];
}

/** An organization, a unit of it, or an account in it. */
export interface HierarchyNode {
  type: 'ROOT' | 'ORGANIZATIONAL_UNIT' | 'ACCOUNT';
  id: string;
  name: string;
  children: HierarchyNode[];
  /** Of an account: it runs the organization. */
  isManagement?: true;
}

/** How one source is asked by its provider's own API. Only reads. */
export interface Connector {
  /** Throws a ProviderError where the credentials do not open anything. */
  test(): Promise<Tested>;
  /** Of an organization: what is in it. */
  hierarchy(): Promise<HierarchyNode>;
  /** Writes the bundle of one account. @param accountId as `test` or `hierarchy` told */
  pull(accountId: string, pull: Pull): Promise<void>;
}
