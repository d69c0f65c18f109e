import type { AreaFlag } from './area-names';
import { isOwnRemoteId, type RemoteId } from './remote-ids';

/** Feature flags of a tenant, all off by default. The text tells operators the effect of each. */
export const FLAG_EFFECTS = {
  UI_HIDE_ALL_SOURCE:
    'Removes Sources, Changes and Dashboard, the header search and the source filter, and sends the whole console to the sister product.',
  UI_HIDE_ALL_RESOURCES_ACCESS: 'Removes Networks, Objects, Identities, Privileges and Unused Access.',
  UI_HIDE_ALL_ALERTS: 'Removes Alerts, Guardrails and Compliance.',
  UI_HIDE_DASHBOARD: 'Removes Dashboard.',
  UI_HIDE_SEARCH: 'Hides the header search.',
  UI_LANDING_SOURCES: 'Opens the console on Cloud Sources instead of Dashboard.',
  UI_REPORTS: 'Shows Reports and turns the report service on.',
  UI_ALERTS_V2_COUNT: 'Reads the alert counts from the v2 count.',
  UI_HIDE_SNAPSHOTS: 'Hides Snapshots.',
  UI_HIDE_LOGOUT: 'Hides Logout.',
  UI_SLOW_PROGRESS_POLL: 'Polls source progress every 60 s instead of every 5 s.',
  UI_SEARCH_URI_COLUMN: 'Shows the URI column in search results.',
  UI_AWS_SNS_TOPIC: 'Lets an AWS source name the SNS topic of its trail.',
  UI_AWS_LOCK_MANAGEMENT_ACCOUNT: 'Keeps the management account of an AWS organization selected in the scope.',
  UI_SCOPE_PARTIAL_SELECTION: 'Allows a scope with only some accounts of a folder or organization unit.',
  UI_FEDERATED_IDENTITIES: 'Shows federated users and groups in separate tabs.',
  UI_HIDE_CHANGES: 'Hides Changes.',
  UI_POSTHOG: 'Turns the analytics service on.',
  UI_DISABLE_REMOTE_SOURCES: 'Turns the Sources area off.',
  UI_DISABLE_REMOTE_GRAPH_EXPLORER: 'Turns Dashboard, search and the inventory areas off.',
  UI_DISABLE_REMOTE_ALERTS: 'Turns Alerts, Guardrails and Changes off.',
  UI_DISABLE_REMOTE_COMPLIANCE: 'Turns Compliance off.',
  UI_DISABLE_REMOTE_REPORTS: 'Turns Reports off.',
  UI_DISABLE_REMOTE_SETTINGS: 'Turns Settings, Setup and Operations off.',
  UI_DISABLE_REMOTE_UI_CATALOGUE: 'Turns the catalogue of components off.',
} as const;

/** Name of a feature flag of CAM. */
export type OwnFlag = keyof typeof FLAG_EFFECTS;

/** Name of a feature flag: one of CAM, or one that an area declares. */
export type FeatureFlag = OwnFlag | AreaFlag;

/** All feature flags of CAM. */
export const FEATURE_FLAGS = Object.keys(FLAG_EFFECTS) as OwnFlag[];

/** Reports whether a text names a feature flag of CAM. */
export function isFeatureFlag(value: string): value is OwnFlag {
  return Object.hasOwn(FLAG_EFFECTS, value);
}

/** Returns the flag that turns a remote off for a tenant; null for a remote that a team added, which only its policy turns off. */
export function disableFlagOf(remote: RemoteId): OwnFlag | null {
  return isOwnRemoteId(remote) ? (`UI_DISABLE_REMOTE_${remote.replaceAll('-', '_').toUpperCase()}` as OwnFlag) : null;
}

/** Flags of the demo tenant. They show every area of the product to newcomers. */
export const DEMO_FLAGS: readonly FeatureFlag[] = [
  'UI_REPORTS',
  'UI_ALERTS_V2_COUNT',
  'UI_FEDERATED_IDENTITIES',
  'UI_SEARCH_URI_COLUMN',
  'UI_SCOPE_PARTIAL_SELECTION',
  'UI_AWS_LOCK_MANAGEMENT_ACCOUNT',
];
