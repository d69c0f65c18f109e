import type { Pull } from './pull';

/** The result of a connection test: the credentials open one account (directory, subscription, project) or an organization. */
export interface ConnectionTest {
  kind: 'ACCOUNT' | 'ORGANIZATION';
  /** The provider's id of the account or organization. For an account, also the account of its bundle. */
  id: string;
  name: string;
  /** Warnings about the connection, one sentence each. */
  warnings: string[];
  /** For a directory without a named application: the applications that sign users in to a cloud. */
  applications?: { id: string; name: string; cloud: 'AWS' }[];
}

/** An organization, one of its units, or an account in it. */
export interface HierarchyNode {
  type: 'ROOT' | 'ORGANIZATIONAL_UNIT' | 'ACCOUNT';
  id: string;
  name: string;
  children: HierarchyNode[];
  /** Set on the management account of the organization. */
  isManagement?: true;
}

/** Reads one source through its provider's API. Never writes. */
export interface Connector {
  /** Tests the credentials. Throws a ProviderError if they give no access. */
  test(): Promise<ConnectionTest>;
  /** Returns the hierarchy of an organization. */
  hierarchy(): Promise<HierarchyNode>;
  /** Writes the bundle of one account into the staging area. @param accountId from `test` or `hierarchy` */
  pull(accountId: string, pull: Pull): Promise<void>;
}
