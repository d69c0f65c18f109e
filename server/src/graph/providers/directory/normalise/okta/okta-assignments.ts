import { fields, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { AppAssignment, SignIn } from '../../../../engine/app-assignment';
import type { IdpEntry } from '../../read/idp-entry';
import type { OktaApp } from './okta-apps';
import { awsSignIns, type AwsSignIns } from './okta-aws-sign-ins';
import type { OktaBundle } from '../../read/okta-bundle';
import type { OktaPeople } from './okta-people';
import { linkedId, subjectId } from '../../read/okta-values';

interface Directory {
  people: OktaPeople;
  apps: ReadonlyMap<string, OktaApp>;
}

/** An assignment of an application to a group or directly to a user. */
interface Assignment {
  holder: string;
  profile: Record<string, unknown>;
  /** Priority of a group assignment; a lower number takes precedence. */
  priority: number;
  entry: IdpEntry;
}

interface AppAssignments {
  groups: Assignment[];
  people: Assignment[];
}

/** Adds application assignments and the AWS sign-ins of applications. */
export function addAssignments(draft: SourceDraft, { appAssignments }: OktaBundle, directory: Directory): void {
  const byApp = new Map<OktaApp, AppAssignments>();
  for (const entry of appAssignments ?? []) {
    const app = appOf(draft, entry, directory.apps);
    const assignment = app && readAssignment(draft, entry, directory.people);
    if (!app || !assignment) continue;
    const known = byApp.get(app) ?? { groups: [], people: [] };
    byApp.set(app, known);
    (directory.people.groups.has(assignment.holder) ? known.groups : known.people).push(assignment);
  }
  for (const [app, assignments] of byApp) new Assigner(draft, directory.people, app, assignments).add();
}

function appOf(draft: SourceDraft, entry: IdpEntry, apps: ReadonlyMap<string, OktaApp>): OktaApp | null {
  const id = linkedId(entry, 'app') || text(entry.fields.appId) || subjectId(entry);
  const app = apps.get(id);
  if (app) return app;
  const message =
    id === ''
      ? 'The entry does not name the assigned application. Keep the links of the response, or name the file after the application id.'
      : `The application ${id} is not among the applications, so its assignment was left out.`;
  draft.warn(entry, '', message);
  return null;
}

function readAssignment(draft: SourceDraft, entry: IdpEntry, { groups, profiles }: OktaPeople): Assignment | null {
  const { id, scope, status, priority, profile } = entry.fields;
  const holder = text(id);
  if (!groups.has(holder) && !profiles.has(holder)) {
    draft.warn(entry, '/id', `${holder || 'The holder'} is neither a known user nor a known group, so the assignment was left out.`);
    return null;
  }
  // Okta also lists each member of an assigned group. The group's assignment covers them.
  if (scope === 'GROUP' || ['DEPROVISIONED', 'INACTIVE', 'REVOKED', 'UNASSIGNED', 'SUSPENDED'].includes(text(status))) return null;
  return { holder, profile: fields(profile), priority: typeof priority === 'number' ? priority : Number.MAX_SAFE_INTEGER, entry };
}

/** Adds the AWS sign-ins of one application. */
class Assigner {
  readonly #signIns: AwsSignIns;

  constructor(
    private readonly draft: SourceDraft,
    private readonly people: OktaPeople,
    private readonly app: OktaApp,
    private readonly assignments: AppAssignments,
  ) {
    this.#signIns = awsSignIns(draft, app, people);
  }

  add(): void {
    const groups = [...this.assignments.groups].sort((a, b) => a.priority - b.priority);
    for (const assignment of this.assignments.people) {
      const { holder, profile, entry } = assignment;
      this.#assign(holder, null, this.#signIns.ofProfile(profile, { user: holder, entry }));
    }
    const before = new Set(this.#signIns.joinsProfiles ? [] : this.assignments.people.map(({ holder }) => holder));
    for (const { holder, profile, entry } of groups) {
      this.#assignGroup(holder, this.#signIns.ofProfile(profile, { user: null, entry }), before);
      if (!this.#signIns.joinsProfiles) for (const member of this.#membersOf(holder)) before.add(member);
    }
    for (const [group, signIns] of this.#signIns.byGroup) this.#addMapped(group, signIns);
  }

  /** A user's own profile takes precedence over group profiles, and group profiles follow their priority. */
  #assignGroup(group: string, signIns: SignIn[], before: ReadonlySet<string>): void {
    const members = this.#membersOf(group);
    if (signIns.length === 0 || !members.some((member) => before.has(member))) return this.#assign(group, null, signIns);
    this.#assign(group, null, []);
    for (const member of members) if (!before.has(member)) this.#assign(member, group, signIns);
  }

  /** The name of a group gives roles to each member with the application, however it is assigned. */
  #addMapped(group: string, signIns: SignIn[]): void {
    const { groups, people } = this.assignments;
    if (groups.some(({ holder }) => holder === group)) return this.#assign(group, null, signIns);
    const assigned = new Set([...people.map(({ holder }) => holder), ...groups.flatMap(({ holder }) => this.#membersOf(holder))]);
    for (const member of this.#membersOf(group)) if (assigned.has(member)) this.#assign(member, group, signIns);
  }

  #membersOf(group: string): string[] {
    return [...(this.people.members.get(group) ?? [])];
  }

  #assign(holder: string, by: string | null, signIns: SignIn[]): void {
    const { app, draft } = this;
    const group = by === null ? undefined : draft.find(by);
    const document: AppAssignment = {
      application: { id: app.id, name: app.label },
      by: group ? { uri: group.uri, type: group.type, name: group.name, accountId: group.accountId } : null,
      roles: [],
      signIns,
    };
    const uri = draft.find(holder)?.uri;
    const isFederated = signIns.length > 0;
    draft.addPolicy({
      policyId: [app.id, holder, ...(by === null ? [] : [by]), ...(isFederated ? ['sign-in'] : [])].join('/'),
      name: app.label,
      uri: app.uri,
      kind: isFederated ? 'federated_assignment' : 'app_assignment',
      holder: uri === undefined ? { nativeId: holder } : { nativeId: holder, uri },
      document: JSON.stringify(document),
    });
  }
}
