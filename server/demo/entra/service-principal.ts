/** A service principal: an application, or the identity of a resource. */
export interface ServicePrincipal {
  id: string;
  appId: string;
  name: string;
  kind: 'Application' | 'ManagedIdentity';
  /** Home directory of the application. */
  owner: string;
  roles: readonly AppRole[];
  /** For a managed identity, its resource. */
  resourceId?: string;
  /** Expiry of its client secrets, in days before the end; negative after it. */
  secrets?: readonly number[];
  more?: Record<string, unknown>;
  madeDaysAgo: number;
}
/** An application role. */
export interface AppRole {
  id: string;
  value: string;
  displayName: string;
  /** Allowed assignees: users and groups, or applications. */
  for: 'User' | 'Application';
}
