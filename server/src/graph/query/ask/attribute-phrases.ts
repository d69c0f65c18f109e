import type { Stage } from '@cam/contracts/server';
import type { AttributeFilter, Text } from '../ast';
import { ATTRIBUTES, isReserved } from '../vocabulary';
import { alt, list, map, memo, opt, phraseWords, say, seq, startsWith, unlikely, type Chart, type Found, type Rule } from './chart';
import { CLOUDS, FEATURES, REGIONS, bare, where } from './lexicon';
import { ADJECTIVE_ENTRIES, filterAs, phrase, PREDICATE_ENTRIES } from './phrases';
import { day, duration, recently, wholeNumber } from './times';

/** Returns a name as the query language writes it, in quotes where a bare word would be read as something else. */
export function nameText(name: string): Text {
  return { text: name, quoted: !/^[^\s"|()*?\\]+$/.test(name) || isReserved(name) };
}

/** Reads one word, or quoted text, whatever it is. */
export function freeWord(because: string, fits: (text: string) => boolean = () => true): Rule<Text> {
  return (chart, at) => {
    const word = chart.words[at];
    if (!word || word.text === ',' || word.text === "'s" || !fits(word.raw)) return [];
    chart.reach(at + 1);
    const value = word.quoted || !/[*?]/.test(word.raw) ? nameText(word.raw) : bare(word.raw);
    return [{ end: at + 1, value, marks: [{ from: word.from, to: word.to, as: word.raw, because }], cost: 1 } satisfies Found<Text>];
  };
}

export function withValue(attribute: string, value: Text, operator: '=' | '!=' | '>' | '<' | '>=' | '<=' | '~' = '='): AttributeFilter {
  return { negated: false, anyOf: [[{ attribute, operator, values: [value] }]] };
}

/** Returns the opposite of a filter: another value of a true or false attribute, otherwise an exclusion. */
export function inverted(filter: AttributeFilter): AttributeFilter {
  const [only] = filter.anyOf.flat();
  const value = only?.values[0]?.text;
  if (!filter.negated && filter.anyOf.flat().length === 1 && only?.values.length === 1 && (value === 'true' || value === 'false'))
    return where(only.attribute, value === 'true' ? 'false' : 'true');
  return { ...filter, negated: !filter.negated };
}

const feature = phrase(
  FEATURES.map(([phrases, meaning]) => [phrases, meaning, filterAs(meaning.with)] as const),
  'an attribute',
);
const no = say('no|not any|lacking|without');

const keys = say('key|keys|access key|access keys|api key|api keys|active key|active keys|secret key|secret keys');
const oldKeys: Rule<AttributeFilter> = alt(
  seq(
    [keys, opt(say('are|that are|which are|that is')), say('older than|more than|over'), duration, opt(say('old'))] as const,
    (_keys, _that, _older, days) => where('keyage', String(days), '>'),
  ),
  seq([duration, say('old'), keys] as const, (days) => where('keyage', String(days), '>')),
);
/** Keys count as old after 90 days, the rotation period of the CIS benchmarks. */
const staleKeys: Rule<AttributeFilter> = seq([say('old|stale|outdated|long-lived|unrotated'), keys] as const, () => where('keyage', '90', '>'));

export const keyAge: Rule<AttributeFilter> = alt(oldKeys, staleKeys);

const tagWord = freeWord('a tag', (text) => /^[^\s=:]+$/.test(text));
const tagPair: Rule<AttributeFilter> = (chart, at) => {
  const word = chart.words[at];
  const [, key, value] = /^([^\s=:]+)[=:]([^\s=:]+)$/.exec(word?.raw ?? '') ?? [];
  if (!word || key === undefined || value === undefined) return [];
  chart.reach(at + 1);
  return [
    {
      end: at + 1,
      value: where(`tag.${key}`, value),
      marks: [{ from: word.from, to: word.to, as: `tag.${key} ${value}`, because: 'a tag and its value' }],
      cost: 1,
    },
  ];
};
const tagWords = seq([tagWord, opt(say('=|with value|as|is|equals|set to')), freeWord('the value of the tag')] as const, (key, _is, value) =>
  withValue(`tag.${key.text}`, value),
);
const tag: Rule<AttributeFilter> = seq(
  [say('tagged|tagged with|labelled|labeled|with tag|have tag|has tag|having tag|with tags'), alt(tagPair, tagWords)] as const,
  (_tagged, filter) => filter,
);

export const cloud = phrase(
  CLOUDS.map(([phrases, value]) => [phrases, value, `cloudtype ${value}`] as const),
  'a cloud or directory',
);
const namedRegion = phrase(
  REGIONS.map(([phrases, value]) => [phrases, value, `region ${value}`] as const),
  'a region',
);
const regionCode = freeWord('a region', (text) =>
  /^(?:[a-z]{2}(?:-[a-z]+)+-\d|[a-z]+-[a-z]+\d|(?:east|west|north|south|central)[a-z]+\d?|[a-z]+(?:east|west|north|south|central)\d?)$/.test(text),
);
const accountWord = say('account|subscription|project|aws account|azure subscription|gcp project|cloud account');
const accountId = freeWord('an account id', (text) => /^\d{12}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text));
/** Reads the name of a connected account, of up to four words. */
const accountName: Rule<Text> = (chart, at) => {
  for (let end = Math.min(at + 4, chart.words.length); end > at; end -= 1) {
    const words = chart.words.slice(at, end);
    const name = words.map(({ raw }) => raw).join(' ');
    const [first] = words;
    const to = words.at(-1)?.to ?? 0;
    if (!first || !chart.names.isAccount(name)) continue;
    chart.reach(end);
    return [{ end, value: nameText(name), marks: [{ from: first.from, to, as: `accountname ${name}`, because: 'the name of an account' }], cost: 1 }];
  }
  return [];
};
/** Stages that questions name. "Test" is too common a word. */
const STAGES = ['production', 'staging', 'development', 'sandbox'] as const satisfies readonly Stage[];

/** "Production" stands for the stage, if some account belongs to it. Elsewhere, it may be any name. */
export const stage: Rule<AttributeFilter> = (chart, at) =>
  stageWord(chart, at).flatMap((found) =>
    chart.names.isStageOfAccount(found.value) ? [{ ...found, value: withValue('stage', bare(found.value)) }] : [],
  );
const stageWord = phrase(
  STAGES.map((name) => [name, name, `stage ${name}`] as const),
  'the stage of tags and accounts',
);

export const account: Rule<AttributeFilter> = alt(
  seq([opt(accountWord), accountId] as const, (_account, id) => withValue('accountid', id)),
  seq([opt(accountWord), opt(say('named|called')), accountName] as const, (_account, _named, name) => withValue('accountname', name)),
  seq(
    [accountWord, opt(say('named|called')), freeWord('a pattern of account names', (text) => /[*?]/.test(text))] as const,
    (_account, _named, name) => withValue('accountname', name),
  ),
  seq([accountName, accountWord] as const, (name) => withValue('accountname', name)),
);

/** A value is no word of the language, so that "in subnet with MFA" is not read as the subnet "with". */
function unlessKeyword(rule: Rule<Text>): Rule<Text> {
  return (chart, at) =>
    /^(?:with|without|that|who|which|and|or|can|to|for|through|via|in|is|are|has|have|number)$/.test(chart.words[at]?.text ?? '')
      ? []
      : rule(chart, at);
}

/** "Tier 1", before a noun, or behind "in". */
const tier: Rule<AttributeFilter> = seq([say('tier'), wholeNumber] as const, (_tier, number) => where('tier', String(number)));

/** The place of something: an account, a cloud, a region or a tier. */
export const place: Rule<AttributeFilter> = seq(
  [
    say('in|on|from|within|of|inside|at|located in|hosted in|hosted on|running in|running on|living in|stored in'),
    alt(
      account,
      stage,
      tier,
      map(list(cloud, say('and|or|,|, and|, or')), ({ items }) => ({
        negated: false,
        anyOf: [[{ attribute: 'cloudtype', operator: '=' as const, values: items.map(bare) }]],
      })),
      map(namedRegion, regions),
      seq([opt(say('region')), regionCode] as const, (_region, code) => withValue('region', code)),
      seq([say('organization|organisation|org'), freeWord('an organization')] as const, (_org, id) => withValue('orgid', id)),
      seq([say('vpc|vnet|virtual network'), freeWord('a virtual network')] as const, (_vpc, id) => withValue('vpcid', id)),
      seq([say('subnet'), freeWord('a subnet')] as const, (_subnet, id) => withValue('subnetid', id)),
    ),
  ] as const,
  (_in, filter) => filter,
);

function regions(codes: string): AttributeFilter {
  return { negated: false, anyOf: [[{ attribute: 'region', operator: '=', values: codes.split('|').map(bare) }]] };
}

const port: Rule<AttributeFilter> = alt(
  seq(
    [opt(say('with|have|has|having|that have')), opt(say('open')), say('port'), wholeNumber, opt(say('open'))] as const,
    (_with, _open, _port, number) => where('port', String(number)),
  ),
  seq([say('open on|listening on|exposing|exposed on|open at'), opt(say('port')), wholeNumber] as const, (_open, _port, number) =>
    where('port', String(number)),
  ),
);

const created: Rule<AttributeFilter> = seq(
  [
    say('created|made|added|set up'),
    alt(
      map(recently, (days) => where('created', `${days}d`, '>')),
      seq([say('more than|over'), duration, say('ago')] as const, (_more, days) => where('created', `${days}d`, '<')),
      seq([say('since'), day] as const, (_since, date) => where('created', date, '>=')),
      seq([say('after'), day] as const, (_after, date) => where('created', date, '>')),
      seq([say('before'), day] as const, (_before, date) => where('created', date, '<')),
      seq([say('on'), day] as const, (_on, date) => where('created', date)),
    ),
  ] as const,
  (_created, filter) => filter,
);
const older: Rule<AttributeFilter> = alt(
  seq([say('older than'), duration] as const, (_older, days) => where('created', `${days}d`, '<')),
  seq([say('newer than|younger than'), duration] as const, (_newer, days) => where('created', `${days}d`, '>')),
);

const named: Rule<AttributeFilter> = alt(
  seq([say('named|called|with name|by name of'), list(freeWord('a name'), say('or'))] as const, (_named, { items }) => ({
    negated: false,
    anyOf: [[{ attribute: 'name', operator: '=' as const, values: items }]],
  })),
  seq(
    [
      say(
        'whose name starts with|whose names start with|whose name begins with|with names starting with|with name starting with|starting with|beginning with|whose name is like',
      ),
      freeWord('the beginning of a name'),
    ] as const,
    (_starts, text) => withValue('name', bare(`${text.text.replace(/\*$/, '')}*`)),
  ),
  seq(
    [
      say('whose name contains|whose names contain|with names containing|with name containing|containing|with in name|whose name includes'),
      freeWord('a part of a name'),
    ] as const,
    (_contains, text) => withValue('name', text, '~'),
  ),
  seq(
    [say('whose name ends with|whose name ends in|whose names end in|ending in|ending with'), freeWord('the end of a name')] as const,
    (_ends, text) => withValue('name', bare(`*${text.text}`)),
  ),
);
const address: Rule<AttributeFilter> = alt(
  seq([say('with email|with e-mail|with email address|whose email is'), freeWord('an e-mail address')] as const, (_with, text) =>
    withValue('email', text),
  ),
  seq([say('from domain|in domain|with domain|of domain'), freeWord('a domain')] as const, (_from, text) => withValue('domain', text)),
);
const sensitivity: Rule<AttributeFilter> = seq([opt(say('with|of|have|has')), say('high|medium|low'), say('sensitivity')] as const, (_with, level) =>
  where('sensitivity', level),
);

/** Every text attribute as the vocabulary words it, such as "in virtual network X". */
const ownTexts: Rule<AttributeFilter>[] = ATTRIBUTES.flatMap(({ word, says, kind }) => {
  if (
    typeof says !== 'string' ||
    kind !== 'text' ||
    ['type', 'name', 'cloudtype', 'usersource', 'condition', 'accountid', 'accountname', 'region'].includes(word)
  )
    return [];
  const [before = '', after = ''] = says.replace(/^(?:are|have|come|were|belong) (?:the |to )?/, '').split('{}');
  const words = before.trim().replaceAll(/\b(?:the|a|an) /g, '');
  const rest = after.trim() === '' ? null : phraseWords(after.trim());
  if (words === '') return [];
  const rule = seq([opt(say('with|have|has')), say(words), unlessKeyword(freeWord(`the ${word}`))] as const, (_with, _words, value) =>
    withValue(word, value),
  );
  return [rest === null ? rule : followedBy(rule, rest)];
});

function followedBy<T>(rule: Rule<T>, words: readonly string[]): Rule<T> {
  return (chart: Chart, at) =>
    rule(chart, at).flatMap((found) => (startsWith(chart, found.end, words) ? [{ ...found, end: found.end + words.length }] : []));
}

/** Phrases behind a noun that filter it without a verb: "without MFA", "in account X", "tagged env prod". */
export const behindNoun: Rule<AttributeFilter> = memo(() =>
  alt(
    seq([say('with|having|have|has'), opt(no), feature] as const, (_with, isNo, meaning) => (isNo ? meaning.without : meaning.with)),
    seq([say('no|not any|zero'), feature] as const, (_no, meaning) => meaning.without),
    unlikely(
      1,
      map(say('open to internet|exposed to internet|open to public|open to world|exposed to public'), () => where('public', 'true')),
    ),
    seq([say('without|lacking|missing|with missing|lack|lacks'), opt(say('any')), feature] as const, (_without, _any, meaning) => meaning.without),
    seq(
      [say('do not have|does not have|have not|has not|not having|do not use|not using'), opt(say('any')), feature] as const,
      (_not, _any, meaning) => meaning.without,
    ),
    seq([say('with|having|have|has|using'), keyAge] as const, (_with, filter) => filter),
    seq([say('with|having|have|has|that'), phrase(PREDICATE_ENTRIES, 'an attribute')] as const, (_with, filter) => filter),
    phrase(PREDICATE_ENTRIES, 'an attribute'),
    tag,
    place,
    seq([say('not'), place] as const, (_not, filter) => inverted(filter)),
    seq(
      [
        say('outside|outside of'),
        opt(say('of')),
        alt(
          account,
          map(cloud, (value) => where('cloudtype', value)),
        ),
      ] as const,
      (_outside, _of, filter) => inverted(filter),
    ),
    port,
    created,
    older,
    named,
    address,
    sensitivity,
    ...ownTexts,
  ),
);

export const adjective: Rule<AttributeFilter> = alt(phrase(ADJECTIVE_ENTRIES, 'an attribute'), stage, tier);

/** "Public", "not encrypted", "public and unencrypted", "public or unencrypted", after "are". */
export const quality: Rule<AttributeFilter[]> = memo(() =>
  map(
    list(
      alt(
        seq([opt(say('not')), adjective] as const, (not, filter) => (not ? inverted(filter) : filter)),
        behindNoun,
        seq([say('not'), behindNoun] as const, (_not, filter) => inverted(filter)),
      ),
      say('and|or|but|, and|,|and are|but are|or are'),
    ),
    ({ items, joints }) => {
      if (!joints.some((joint) => joint.startsWith('or'))) return items;
      if (joints.some((joint) => !joint.startsWith('or')) || items.some(({ negated }) => negated)) return null;
      return [{ negated: false, anyOf: items.flatMap(({ anyOf }) => anyOf) }];
    },
  ),
);
