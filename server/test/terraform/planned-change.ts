import type { ConnectableCloud } from '@cam/contracts/server';
import type { DemoBundle } from '../../demo/files';
import type { ExportFiles } from '../support/export-files';

type Values = Record<string, unknown>;

/** A planned change of a resource of Terraform, with the same change made by hand. */
export interface PlannedChange {
  type: string;
  /** Changes of one round are one plan. Those of one resource are in different rounds. */
  round: number;
  before?: Values;
  after?: Values;
  /** Changes the exports of the account as the provider would print them afterwards. It shares no code with the edits of a branch. */
  apply: (files: ExportFiles) => void;
}

/** The changes of a provider's resources. */
export interface CloudChanges {
  cloud: ConnectableCloud;
  /** Name of the provider in Terraform. */
  provider: string;
  accountOf: (bundles: readonly DemoBundle[]) => string;
  /** Adds what the made-up company lacks. */
  prepare: (files: ExportFiles) => void;
  /** Returns resources of the plan that do not change, and from which it knows names. */
  known?: (files: ExportFiles) => { type: string; values: Values }[];
  /** Returns the part of a document that decides, where a provider prints the same in several forms. */
  essenceOf?: (document: Values) => unknown;
  /** Returns the changes. @param files the exports before */
  changes: (files: ExportFiles, accountId: string) => PlannedChange[];
}
