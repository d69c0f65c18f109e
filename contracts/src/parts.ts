import type { AlertGraph } from './areas/alerts';
import type { ExclusionKind } from './areas/exclusions';
import type { ReportCriteria } from './areas/reports';
import type { UnusedReportType } from './report-types';

/**
 * Props of the parts, components that one remote offers and other pages embed by id. The owner may be off or broken at any time, so the surrounding
 * page must not depend on state in a part. Props are plain data and callbacks.
 */
export interface PartProps {
  /** `pages` are the pages of the menu, which the search finds by name. */
  'graph-explorer.header-search': { disabled: boolean; pages?: readonly { label: string; to: string }[] };
  'graph-explorer.access-explanation': { identityUri: string; resourceUri: string };
  /** The activity of an identity (name or URI). With a query, the events that it finds. Times are ISO 8601. */
  'graph-explorer.user-activity': { username?: string; query?: string; startTime?: string; endTime?: string };
  /** Access paths between identities and resources. `highlightedLinks` holds the ids of the links to highlight. */
  'graph-explorer.access-graph': { graph: AlertGraph; highlightedLinks: readonly string[]; label: string };
  /** The current location among the previous ones. */
  'graph-explorer.place-map': { current: MapPlace; previous: readonly MapPlace[] };
  'alerts.badge': Record<string, never>;
  'alerts.guardrail-form': { initialQuery: string; initialName?: string; onSaved: () => void; onCancel: () => void };
  /** Form that raises an alert about an entity manually. */
  'alerts.raise-alert': { objectUri: string; objectName: string; onRaised: () => void; onCancel: () => void };
  /** Dialog that excludes findings: `uri` is their entity, `referenceId` their guardrail or rule. */
  'alerts.exclusion-dialog': {
    kind: ExclusionKind;
    findings: readonly { uri: string; referenceId: string | null }[];
    onSaved: () => void;
    onClose: () => void;
  };
  'reports.generate-button': { type: UnusedReportType; criteria: ReportCriteria };
}

/** Id of a part: the offering remote and the name of the part. */
export type PartId = keyof PartProps;

/** Ids of all parts. */
export const PART_IDS = [
  'graph-explorer.header-search',
  'graph-explorer.access-explanation',
  'graph-explorer.user-activity',
  'graph-explorer.access-graph',
  'graph-explorer.place-map',
  'alerts.badge',
  'alerts.guardrail-form',
  'alerts.raise-alert',
  'alerts.exclusion-dialog',
  'reports.generate-button',
] as const satisfies readonly PartId[];

/** A location on the world map. `radius` is its accuracy in kilometres. */
export interface MapPlace {
  longitude: number;
  latitude: number;
  radius: number;
  name: string;
}

/** Label of each part. `inFrame` marks parts of the shell, which every page shows. */
export const PARTS: Readonly<Record<PartId, { name: string; inFrame?: boolean }>> = {
  'graph-explorer.header-search': { name: 'Search', inFrame: true },
  'graph-explorer.access-explanation': { name: 'Access explanation' },
  'graph-explorer.user-activity': { name: 'User activity' },
  'graph-explorer.access-graph': { name: 'Access graph' },
  'graph-explorer.place-map': { name: 'Location map' },
  'alerts.badge': { name: 'Open alerts badge', inFrame: true },
  'alerts.guardrail-form': { name: 'Guardrail form' },
  'alerts.raise-alert': { name: 'Raise an alert' },
  'alerts.exclusion-dialog': { name: 'Exclude findings' },
  'reports.generate-button': { name: 'Generate report' },
};
