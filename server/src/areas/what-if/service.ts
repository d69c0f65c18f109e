import type { ChangeEdit, ChangeOptions, CloudType, WhatIfVerdict } from '@cam/contracts/server';
import {
  accountOfArn,
  type ChangedKinds,
  type ChangedSubjects,
  type Difference,
  type GraphService,
  type Span,
  targetsOf,
  TrialTooLarge,
  wordsOf,
} from '../../graph';
import type { Context } from '../../platform/context';
import { CallerDisconnected } from '../../platform/db/cancellation';
import type { Tx } from '../../platform/db/database';
import { withinTime } from '../../platform/db/time-limit';
import { ApiError, conflict, unprocessable } from '../../platform/http/errors';
import { groupBy } from '../../platform/group-by';
import { CallLimits } from '../../platform/security/call-limits';
import type { EditedSource } from '../../sources';
import type { WatchedGuardrail } from '../guardrails';
import { compareGuardrails, type ComparedGuardrails, type GuardrailQueries } from './compare-guardrails';

/** Changes that a tenant may try in a minute. */
const PER_MINUTE = 20;

/** Changes that this process tries at the same time, of all tenants. Each holds an account in memory. */
const AT_ONCE = 2;

/** Largest text of one policy document, characters. AWS allows 20 480 for the policy of a bucket, which is its largest. */
const LARGEST_DOCUMENT = 100_000;

/** The most changed pairs that are compared. */
const MOST_PAIRS = 5000;

/** Time for the whole change, ms. */
const PATIENCE = 120_000;

/** Time for comparing access, and then for comparing guardrails, ms. Imports wait meanwhile, and on the embedded database everything does. */
const PATIENCE_OF_ACCESS = 10_000;
const PATIENCE_OF_GUARDRAILS = 15_000;

/** Subjects whose rows are compared one by one. Where more may have other rows, all rows of a guardrail are compared. */
const MOST_SUBJECTS = 1000;

/** Days of use that count. */
const USED_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

export interface WhatIfDependencies {
  graph: Pick<GraphService, 'tryImport' | 'describeDifference' | 'changedKinds' | 'changedSubjects' | 'editedEntities' | 'changeOptions'>;
  queries: GuardrailQueries;
  sources: {
    /** Reads the stored bundle of a source again, with changes. */
    readEdited(tenantId: string, uid: string, edits: readonly ChangeEdit[]): Promise<EditedSource>;
    isCurrentBundle(tx: Tx, tenantId: string, uid: string, bundle: string): Promise<boolean>;
    accountsOf(tx: Tx, tenantId: string): Promise<{ uid: string; account_id: string; account_name: string }[]>;
  };
  /** Returns the guardrails that raise alerts, in the caller's transaction. */
  guardrails: (tx: Tx, tenantId: string) => Promise<WatchedGuardrail[]>;
}

/** The edits of one source. */
export interface EditsOfSource {
  edits: readonly ChangeEdit[];
  sourceUid: string;
}

export interface Change {
  /** Edits that are made together. Without a source, they are of the one that has the edited entities. */
  parts: readonly (Omit<EditsOfSource, 'sourceUid'> & { sourceUid: string | null })[];
  /** The caller may read guardrails. */
  withGuardrails: boolean;
  signal: AbortSignal;
}

/** A change that is one of several tried in a row. */
export interface ChangeInRow<F> extends Omit<Change, 'parts'> {
  parts: readonly EditsOfSource[];
  /** Looks at the graph after the change, before it is compared. */
  look: (tx: Tx, span: Span) => Promise<F>;
  /** Returns whether the change is worth comparing. */
  isWanted: (found: F) => boolean;
  /** The most other accounts that may have to be evaluated. With more, the change is too large to be one of several; null: any number. */
  mostAccounts: number | null;
}

/** Tries one change. The verdict is null if it was not wanted. */
export type TryChange = <F>(change: ChangeInRow<F>) => Promise<{ found: F; verdict: WhatIfVerdict | null }>;

/** Tries changes of a source before anybody makes them. Nothing of the tenant changes, and nothing of a trial is stored. */
export class WhatIfService {
  readonly #limits = new CallLimits(PER_MINUTE);
  readonly #running = new Set<string>();

  constructor(
    private readonly ctx: Context,
    private readonly deps: WhatIfDependencies,
  ) {}

  /** @throws ApiError 404 if the graph has no such entity */
  options(tenantId: string, uri: string): Promise<ChangeOptions> {
    return this.deps.graph.changeOptions(tenantId, uri);
  }

  /**
   * Returns the effect that a change would have.
   * @throws ApiError 404 for an unknown source; 409 while the graph is being changed; 422 for edits that cannot be made; 429 for too many trials
   */
  async try(tenantId: string, change: Change): Promise<WhatIfVerdict> {
    refuseLargeDocuments(change.parts.flatMap(({ edits }) => edits));
    return this.inTurn(tenantId, async () => {
      const parts: EditsOfSource[] = [];
      for (const { edits, sourceUid } of change.parts) parts.push({ edits, sourceUid: sourceUid ?? (await this.#sourceOf(tenantId, edits)) });
      const { verdict } = await this.#try(tenantId, { ...change, parts, look: async () => null, isWanted: () => true, mostAccounts: null });
      return verdict as WhatIfVerdict;
    });
  }

  /**
   * Tries several changes, as one turn of the tenant.
   * @throws ApiError as `try` does
   */
  async inTurn<R>(tenantId: string, work: (tryChange: TryChange) => Promise<R>): Promise<R> {
    if (this.#running.has(tenantId) || this.#running.size >= AT_ONCE)
      throw new ApiError(429, 'WHAT_IF_BUSY', 'Another change is being tried. Try yours again in a few seconds.');
    if (this.#limits.admit(tenantId) !== null)
      throw new ApiError(429, 'TOO_MANY_CALLS', `A tenant can try ${PER_MINUTE} changes in a minute. Please wait a moment.`);
    this.#running.add(tenantId);
    try {
      return await work((change) => this.#try(tenantId, change));
    } finally {
      this.#running.delete(tenantId);
    }
  }

  async #try<F>(
    tenantId: string,
    { parts, withGuardrails, signal, look, isWanted, mostAccounts }: ChangeInRow<F>,
  ): Promise<{ found: F; verdict: WhatIfVerdict | null }> {
    const { graph, sources } = this.deps;
    const edited: EditedSource[] = [];
    for (const [uid, ofSource] of groupBy(parts, ({ sourceUid }) => sourceUid))
      edited.push(
        await sources.readEdited(
          tenantId,
          uid,
          ofSource.flatMap(({ edits }) => edits),
        ),
      );
    const ends = Date.now() + PATIENCE;
    const progress = async (): Promise<void> => {
      if (signal.aborted) throw new CallerDisconnected();
      if (Date.now() > ends) throw unprocessable('CHANGE_TOO_LARGE', 'This change takes too long to evaluate. Try its edits one by one.');
    };
    const request = { tenantId, incoming: edited, progress, mostDependents: mostAccounts };
    const trial = graph.tryImport(request, async (tx, span) => {
      for (const { source, bundle } of edited) if (!(await sources.isCurrentBundle(tx, tenantId, source.sourceUid, bundle))) return null;
      const found = await look(tx, span);
      return { found, effect: isWanted(found) ? await this.#compare(tx, tenantId, span, withGuardrails) : null };
    });
    const tried = await trial.catch((error: unknown) => {
      if (!(error instanceof TrialTooLarge)) throw error;
      throw unprocessable('CHANGE_TOO_LARGE', 'This change affects too much of the graph to be tried at once. Try its edits one by one.');
    });
    if (!tried) throw conflict('GRAPH_CHANGING', 'The graph is being updated by an import. Try the change again when it ends.');
    const { found, effect } = tried;
    return { found, verdict: effect && verdictOf(edited, parts, effect, withGuardrails) };
  }

  async #compare(tx: Tx, tenantId: string, span: Span, withGuardrails: boolean): Promise<Effect> {
    const { graph, guardrails, queries } = this.deps;
    const since = new Date(Date.now() - USED_DAYS * DAY).toISOString();
    const difference = await graph.describeDifference(tx, tenantId, span, { since, most: MOST_PAIRS, timeLeft: timeLeft(PATIENCE_OF_ACCESS) });
    const left = timeLeft(PATIENCE_OF_GUARDRAILS);
    const watched = withGuardrails ? await guardrails(tx, tenantId) : [];
    const [kinds, among] = withGuardrails ? await this.#changed(tx, tenantId, span, left) : [null, null];
    const comparison = { since: span.since, kinds, among, timeLeft: left };
    return { difference, alerts: await compareGuardrails(tx, tenantId, watched, queries, comparison) };
  }

  /** Returns what the change concerns: its kinds (null: everything may have changed), and its subjects (null: too many). */
  async #changed(tx: Tx, tenantId: string, span: Span, left: () => number): Promise<[ChangedKinds | null, ChangedSubjects | null]> {
    const { graph } = this.deps;
    const kinds = await withinTime(tx, left(), () => graph.changedKinds(tx, tenantId, span));
    return [kinds, await withinTime(tx, left(), () => graph.changedSubjects(tx, tenantId, span, MOST_SUBJECTS))];
  }

  /** Returns the source that has every entity that the edits name. */
  async #sourceOf(tenantId: string, edits: readonly ChangeEdit[]): Promise<string> {
    const targets = [...new Set(edits.flatMap(targetsOf))];
    const { found, accounts } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      found: await this.deps.graph.editedEntities(tx, tenantId, targets),
      accounts: await this.deps.sources.accountsOf(tx, tenantId),
    }));
    const uids = [...new Set(found.map(({ sourceUid }) => sourceUid))];
    const [uid] =
      uids.length > 0
        ? uids
        : accountsNamed(targets).flatMap((id) => accounts.filter((account) => account.account_id === id).map((account) => account.uid));
    if (uid === undefined)
      throw unprocessable('CHANGE_TARGET_UNKNOWN', `The graph has no ${targets.join(', ')}. Copy the id from the entity page, or name the source.`);
    if (uids.length <= 1) return uid;
    const names = uids.map((one) => accounts.find((account) => account.uid === one)?.account_name ?? one).join(', ');
    throw unprocessable(
      'CHANGE_OF_SEVERAL_SOURCES',
      `The edits concern several sources: ${names}. Name the source of the edits, and give those of other sources in "with".`,
    );
  }
}

/** The effect of a change on access and on the findings of guardrails. */
interface Effect {
  difference: Difference;
  alerts: ComparedGuardrails;
}

function verdictOf(
  edited: readonly EditedSource[],
  parts: readonly EditsOfSource[],
  { difference, alerts }: Effect,
  withGuardrails: boolean,
): WhatIfVerdict {
  const { isComplete, ...numbers } = difference;
  const [first] = edited;
  if (!first) throw new Error('a change edits no source');
  const { sourceUid, cloudType, accountId } = first.source;
  return {
    source_uid: sourceUid,
    cloud_type: cloudType as CloudType,
    account_id: accountId,
    account_name: edited.map(({ accountName }) => accountName).join(', '),
    taken_at: new Date(Math.min(...edited.map(({ takenAt }) => takenAt.getTime()))).toISOString(),
    edits: parts.flatMap(({ edits }) => edits.map(wordsOf)),
    ...numbers,
    is_complete: isComplete,
    guardrails: alerts.guardrails,
    guardrails_complete: withGuardrails && alerts.left.length === 0,
    guardrails_compared: alerts.compared,
    notes: notesOf(difference, alerts, { withGuardrails }),
  };
}

/** Returns the AWS account in the ARNs of entities that a change creates, if it is one. */
function accountsNamed(targets: readonly string[]): string[] {
  const named = [...new Set(targets.flatMap((target) => accountOfArn(target) ?? []))];
  return named.length === 1 ? named : [];
}

function refuseLargeDocuments(edits: readonly ChangeEdit[]): void {
  const index = edits.findIndex((edit) => 'document' in edit && JSON.stringify(edit.document).length > LARGEST_DOCUMENT);
  if (index >= 0)
    throw unprocessable(
      'DOCUMENT_TOO_LARGE',
      `The document of edit ${index + 1} has more than ${LARGEST_DOCUMENT.toLocaleString('en')} characters. Shorten it.`,
    );
}

/** Returns what tells how much is left of some time that begins now, ms. */
function timeLeft(patience: number): () => number {
  const ends = Date.now() + patience;
  return () => ends - Date.now();
}

/** Says what the verdict does not cover. */
function notesOf(
  { isComplete, unknown }: { isComplete: boolean; unknown: number },
  { left }: ComparedGuardrails,
  { withGuardrails }: { withGuardrails: boolean },
): string[] {
  const names = left.slice(0, 5).join(', ');
  const more = left.length > 5 ? ` and ${left.length - 5} more` : '';
  return [
    ...(isComplete ? [] : ['The change affects more access than one verdict compares, so the numbers are lower bounds. Try its edits one by one.']),
    ...(unknown > 0 ? [`The use of lost access is unknown for ${unknown} ${unknown === 1 ? 'row' : 'rows'}. Each row says why.`] : []),
    ...(withGuardrails ? [] : ['You cannot read guardrails, so none were compared.']),
    ...(left.length > 0 ? [`Not compared: ${left.length} ${left.length === 1 ? 'guardrail' : 'guardrails'} (${names}${more}).`] : []),
  ];
}
