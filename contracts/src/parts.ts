import type { AlertGraph } from './areas/alerts';
import type { ReportCriteria } from './areas/reports';
import type { UnusedReportType } from './report-types';

/**
 * Parts: components that one remote offers and another page places by id. The owner may be off or broken at any time, so a part
 * never carries state that the page around it needs. Props are plain data and callbacks.
 */
export interface PartProps {
  'graph-explorer.header-search': { disabled: boolean };
  'graph-explorer.access-explanation': { identityUri: string; resourceUri: string };
  /** What an identity (by name or URI) did and from where; with a query the events are those that it finds. Times ISO 8601. */
  'graph-explorer.user-activity': { username?: string; query?: string; startTime?: string; endTime?: string };
  /** Who reaches what by which ways, as the search draws it. Links by whose ids it was gone are marked. */
  'graph-explorer.access-graph': { graph: AlertGraph; goneBy: readonly string[]; label: string };
  /** A place among those of before. */
  'graph-explorer.place-map': { current: MapPlace; previous: readonly MapPlace[] };
  'alerts.badge': Record<string, never>;
  'alerts.guardrail-form': { initialQuery: string; initialName?: string; onSaved: () => void; onCancel: () => void };
  /** Raises an alert by hand about an entity. */
  'alerts.raise-alert': { objectUri: string; objectName: string; onRaised: () => void; onCancel: () => void };
  'reports.generate-button': { type: UnusedReportType; criteria: ReportCriteria };
}

export type PartId = keyof PartProps;

export const PART_IDS = [
  'graph-explorer.header-search',
  'graph-explorer.access-explanation',
  'graph-explorer.user-activity',
  'graph-explorer.access-graph',
  'graph-explorer.place-map',
  'alerts.badge',
  'alerts.guardrail-form',
  'alerts.raise-alert',
  'reports.generate-button',
] as const satisfies readonly PartId[];

/** A place on a map of the world, with the kilometres around it within which it is. */
export interface MapPlace {
  longitude: number;
  latitude: number;
  radius: number;
  name: string;
}

/** What a person calls a part, and whether the frame around all pages places it. */
export const PARTS: Readonly<Record<PartId, { name: string; inFrame?: boolean }>> = {
  'graph-explorer.header-search': { name: 'Search', inFrame: true },
  'graph-explorer.access-explanation': { name: 'Explanation of an access path' },
  'graph-explorer.user-activity': { name: 'User activity' },
  'graph-explorer.access-graph': { name: 'Access graph' },
  'graph-explorer.place-map': { name: 'Map of places' },
  'alerts.badge': { name: 'Count of open alerts', inFrame: true },
  'alerts.guardrail-form': { name: 'Guardrail form' },
  'alerts.raise-alert': { name: 'Raise an alert' },
  'reports.generate-button': { name: 'Generate report' },
};
