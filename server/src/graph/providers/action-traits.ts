import type { SourceFacts } from '../engine/source-facts';
import { kindOfAzureAction, isSensitiveAzureAction } from './azure/compile/action-kinds';
import { kindOfGcpPermission, isSensitiveGcpPermission } from './gcp/compile/action-kinds';
import type { DirectoryRules } from './directory/compile/directory-rules';
import { ENTRA_RULES } from './directory/compile/entra-rules';
import { OKTA_RULES } from './directory/compile/okta-rules';
import { isSensitive, kindOf, type AccessKind } from '../engine/catalogue/action-kinds';
import type { Catalogue, CatalogueAction } from '../engine/catalogue/catalogue';
import { perCatalogue } from '../engine/catalogue/per-catalogue';

/** Properties of an action with their stored letters. */
export const TRAIT_LETTERS = { read: 'r', write: 'w', admin: 'a', list: 'l', tagging: 't', permissions: 'p', sensitive: 's' } as const;
export type ActionTrait = keyof typeof TRAIT_LETTERS;

interface Traits {
  kinds: readonly AccessKind[];
  list: boolean;
  tagging: boolean;
  permissions: boolean;
  sensitive: boolean;
}

/**
 * Returns the properties of a provider's action as letters. AWS classifies its actions itself. For Azure and GCP the verb decides, and for
 * directories the kind of access. Azure has no list verb: read permission on a resource includes listing resources of its type.
 */
export function lettersOf(cloudType: SourceFacts['cloudType'], catalogue: Catalogue): (name: string) => string {
  if (cloudType === 'AWS') {
    const known = lettersOfAws(catalogue);
    return (name) => known.get(name.toLowerCase()) ?? '';
  }
  if (cloudType === 'AZURE') return (name) => toLetters(ofAzure(name));
  if (cloudType === 'GCP') return (name) => toLetters(ofGcp(name));
  return (name) => toLetters(ofDirectory(name, cloudType === 'IDP_OKTA' ? OKTA_RULES : ENTRA_RULES));
}

const TRAITS = Object.keys(TRAIT_LETTERS) as ActionTrait[];

function toLetters({ kinds, ...others }: Traits): string {
  const traits: Record<ActionTrait, boolean> = {
    read: kinds.includes('READ'),
    write: kinds.includes('WRITE'),
    admin: kinds.includes('ADMIN'),
    ...others,
  };
  return TRAITS.flatMap((trait) => (traits[trait] ? [TRAIT_LETTERS[trait]] : [])).join('');
}

/** The letters of all actions of AWS, by their names in lower case. */
const lettersOfAws = perCatalogue(({ actions }) => new Map(actions.map((action) => [action.id.toLowerCase(), toLetters(ofAws(action))])));

function ofAws(action: CatalogueAction): Traits {
  return {
    kinds: [kindOf(action)],
    list: action.level === 'List',
    tagging: action.level === 'Tagging',
    permissions: action.level === 'Permissions management',
    sensitive: isSensitive(action),
  };
}

function ofAzure(name: string): Traits {
  return {
    kinds: [kindOfAzureAction(name)],
    list: /\/read$/i.test(name),
    tagging: /^microsoft\.resources\/(?:.*\/)?tags\/(?:write|delete)$/i.test(name),
    permissions: kindOfAzureAction(name) === 'ADMIN',
    sensitive: isSensitiveAzureAction(name),
  };
}

function ofGcp(name: string): Traits {
  return {
    kinds: [kindOfGcpPermission(name)],
    list: /\.list\w*$/.test(name),
    tagging: /\.(?:setLabels|(?:create|delete)TagBinding|setTags)$/.test(name),
    permissions: kindOfGcpPermission(name) === 'ADMIN',
    sensitive: isSensitiveGcpPermission(name),
  };
}

function ofDirectory(name: string, { actionOf }: DirectoryRules): Traits {
  const { kinds } = actionOf(name);
  const administers = kinds.includes('ADMIN');
  return { kinds, list: kinds.includes('READ') && !/sso$|signIn$/i.test(name), tagging: false, permissions: administers, sensitive: administers };
}
