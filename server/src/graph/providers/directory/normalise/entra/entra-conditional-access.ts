import { instant, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import { isOpen, type AzureApplication, type AzureGates, type SignInGate } from '../../../../engine/sign-in-gate';
import { gateOf, type ConditionalAccessPolicy, type Subject } from '../../compile/conditional-access';
import { readConditionalAccess } from '../../compile/read-conditional-access';
import type { EntraBundle } from '../../read/entra-bundle';
import { objectId } from '../../read/entra-values';
import type { EntraApplication } from './entra-applications';
import type { EntraPeople } from './entra-people';
import { wholeDirectoryRoles } from './entra-role-holders';

/**
 * Client ids of the parts of Azure. Policies name the management of Azure, its storage and its key vaults individually; the other data planes are
 * concerned only by policies for all resources.
 * @see Microsoft Learn, "Conditional Access: Target resources", "Windows Azure Service Management API"
 */
const AZURE_APPLICATIONS: Readonly<Record<AzureApplication, string>> = {
  management: '797f4846-ba00-4fd7-ba43-dac1f8f63013',
  storage: 'e406a681-f3d4-42a8-90b6-c2b029497af1',
  vaults: 'cfa8b339-82a2-471a-a3c9-0fc0be7a4093',
  other: '',
};

const STATUS: Readonly<Record<string, string>> = {
  enabled: 'active',
  disabled: 'disabled',
  enabledForReportingButNotEnforced: 'report-only',
};

/** A principal that holds a grant behind a gate, itself or through a group. */
export interface GatedHolder {
  holder: string;
  /** The group whose members have different gates, so that each holds the grant by itself; null for the holder of the grant. */
  by: string | null;
  gate: SignInGate;
}

/** The conditional access policies of a directory, applied to its principals. */
export class ConditionalAccess {
  readonly #policies: readonly ConditionalAccessPolicy[];
  readonly #subjects = new Map<string, Subject>();
  readonly #roles: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #groupsOf = new Map<string, string[]>();

  constructor(
    private readonly draft: SourceDraft,
    bundle: EntraBundle,
    private readonly people: EntraPeople,
    private readonly applications: ReadonlyMap<string, EntraApplication>,
  ) {
    const locations = new Map((bundle.namedLocations ?? []).map(({ fields }) => [objectId(fields.id), text(fields.displayName)]));
    this.#policies = (bundle.conditionalAccessPolicies ?? []).flatMap(({ fields }) => readConditionalAccess(fields, locations) ?? []);
    this.#roles = wholeDirectoryRoles(bundle);
    for (const [group, members] of people.members) {
      for (const member of members) this.#groupsOf.set(member, [...(this.#groupsOf.get(member) ?? []), group]);
    }
  }

  /**
   * Returns the gate of a principal to an application.
   * @param activated role that the principal activates before the access
   */
  gate(id: string, clientId: string, activated?: string): SignInGate {
    if (this.#policies.length === 0) return { blockedBy: [], conditions: [] };
    const subject = this.#subject(id);
    return gateOf(
      this.#policies,
      activated === undefined ? subject : { ...subject, roles: new Set([...subject.roles, activated]) },
      clientId.toLowerCase(),
    );
  }

  /** Returns the holders of a grant with their gates. The members of a group hold it individually where their gates differ. */
  holders(id: string, clientId: string, activated?: string): GatedHolder[] {
    const members = this.#policies.length === 0 ? [] : [...(this.people.members.get(id) ?? [])];
    if (members.length === 0) {
      const isGroup = this.people.groups.has(id);
      return [{ holder: id, by: null, gate: isGroup ? { blockedBy: [], conditions: [] } : this.gate(id, clientId, activated) }];
    }
    const gates = members.map((holder) => ({ holder, by: id, gate: this.gate(holder, clientId, activated) }));
    const [first] = gates;
    const isUniform = first !== undefined && new Set(gates.map(({ gate }) => JSON.stringify(gate))).size === 1;
    return isUniform ? [{ holder: id, by: null, gate: first.gate }] : gates;
  }

  /** Records on each principal its gates to Azure, whose subscriptions are other sources. A group has a gate if all of its members share it. */
  recordAzureGates(): void {
    if (this.#policies.length === 0) return;
    for (const entity of this.draft.entities) {
      if (!entity.isIdentity) continue;
      const gates: AzureGates = {};
      for (const [application, clientId] of Object.entries(AZURE_APPLICATIONS) as [AzureApplication, string][]) {
        const [only, ...others] = this.holders(entity.nativeId, clientId);
        if (only && others.length === 0 && !isOpen(only.gate)) gates[application] = only.gate;
      }
      if (Object.keys(gates).length > 0) entity.attributes.azuresignin = gates;
    }
  }

  #subject(id: string): Subject {
    const known = this.#subjects.get(id) ?? this.#describe(id);
    this.#subjects.set(id, known);
    return known;
  }

  #describe(id: string): Subject {
    const groups = new Set(this.#groupsOf.get(id));
    for (const group of groups) for (const further of this.#groupsOf.get(group) ?? []) groups.add(further);
    const roles = new Set([id, ...groups].flatMap((holder) => [...(this.#roles.get(holder) ?? [])]));
    const application = this.applications.get(id);
    const attributes = this.draft.find(id)?.attributes;
    // Managed identities, applications of other publishers and those for several organizations have no conditional access:
    // https://learn.microsoft.com/entra/identity/conditional-access/workload-identity
    const audience = text(application?.entry.fields.signInAudience);
    const isOwn = attributes?.external === false && attributes.identitykind === 'application' && (audience === '' || audience === 'AzureADMyOrg');
    const guest = attributes?.guestkind;
    return {
      id,
      kind: application ? (isOwn ? 'own application' : 'other application') : 'user',
      groups,
      roles,
      guest: typeof guest === 'string' ? guest : null,
    };
  }
}

/** Adds the policies themselves, so that they can be listed and their changes are seen. */
export function addConditionalAccessPolicies(draft: SourceDraft, { conditionalAccessPolicies }: EntraBundle): void {
  for (const entry of conditionalAccessPolicies ?? []) {
    const { id, displayName, state, createdDateTime } = entry.fields;
    const key = objectId(id);
    if (key === '') {
      draft.warn(entry, '/id', 'A conditional access policy without an id was left out.');
      continue;
    }
    draft.add({
      type: 'POLICY',
      id: key,
      nativeId: key,
      name: text(displayName) || key,
      isIdentity: false,
      isResource: false,
      attributes: { policytype: 'conditional-access', status: STATUS[text(state)] ?? text(state), ...instant('created', createdDateTime) },
    });
  }
}
