import examples from './examples.json';
import {
  PERSON,
  ACCOUNT_RELATIONS,
  ACTION_TYPES,
  ATTRIBUTES,
  KEYWORDS,
  OPERATORS,
  TAG_PREFIX,
  typesOf,
  USAGE_PERIODS,
  type TypeRole,
  type Word,
} from './vocabulary';

/** Returns the language reference as Markdown: every word that the parser reads, and the examples that the tests run. */
export function languagePage(): string {
  return `${[
    '# The query language',
    '<!-- Generated from vocabulary.ts: CAM_WRITE_DOCS=1 npx jest --selectProjects=node --testPathPatterns language-page -->',
    INTRODUCTION,
    '## Subjects and objects',
    'A statement starts with a type of identity, actor or resource, or with `any`. Separate several types or names with `|`.',
    '### Types of subjects',
    typeList('subject'),
    `\`${PERSON}\` stands for the accounts of people in all clouds and directories. The names after it are the name, the e-mail address or the id of the person. Each account is a row of its own.`,
    '### Types of objects',
    `${typeList('object')}\n- a cloud-specific type, such as \`aws_sqs\`, \`azure_servicebus_namespaces\` or \`gcp_pubsub_topic\``,
    '### Types on an access path (`via`)',
    typeList('via'),
    '## Attributes',
    'Attributes follow `with-attribute`. The value `*` matches any value.',
    `${wordList(ATTRIBUTES)}\n- \`${TAG_PREFIX}KEY\`: the value of a tag`,
    '### Operators',
    entryList(OPERATORS),
    '## Keywords',
    entryList(KEYWORDS),
    '## Privileges',
    'Privileges follow `for`. Join them with `and` (the identity has each, possibly on different resources) or with `or`. Named actions follow `for action`; `*` matches any text.',
    entryList(ACTION_TYPES),
    '### Account relations',
    'Account relations follow `for xaccount`.',
    entryList(ACCOUNT_RELATIONS),
    '## Usage',
    `\`never\`, \`> DAYS\`, \`< DAYS\` or both bounds follow \`with-usage\`. Any whole number of days is valid; the suggestions are ${USAGE_PERIODS.join(', ')}.`,
    'An identity uses what it does itself, and what the sessions do that it started. If the log does not show who started a session of a role or service account, those who can assume it neither use it nor leave it unused. The attribute `usedthrough` finds such roles and service accounts.',
    '## Examples',
    examples.map(({ query, meaning }) => `- \`${query}\`: ${meaning}`).join('\n'),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Blanks separate words. Keywords and types ignore case, and so do comparisons of names and values. Quote a name that contains a
blank or is a word of the language. Without quotes, \`*\` matches any text and \`?\` one character. \`and\` binds before \`or\`; parentheses group
statements. A statement about the same subject may omit the subject: \`user with-access object_store and not with-access keystore\`.

A query with \`with-access\` returns access rows: identities with the resources that they can access. A query with \`with-usage\` instead returns log
events. A query with neither returns the entities themselves. After \`with-access\`, \`with-usage\` filters access by its last use. It returns only access
whose use a log would record.`;

function typeList(role: TypeRole): string {
  return wordList(typesOf(role));
}

function wordList(words: readonly Word[]): string {
  return words.map(({ word, description }) => `- \`${word}\`: ${description}`).join('\n');
}

function entryList(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([word, description]) => `- \`${word}\`: ${description}`)
    .join('\n');
}
