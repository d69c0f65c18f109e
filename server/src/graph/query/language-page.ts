import examples from './examples.json';
import {
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

/** The documentation of the language, Markdown: every word of the table that the parser reads, and the examples that the tests ask. */
export function languagePage(): string {
  return `${[
    '# The query language',
    '<!-- Made from the table of the language: CAM_WRITE_DOCS=1 npx jest --selectProjects=node --testPathPatterns language-page -->',
    INTRODUCTION,
    '## Who, and what is reached',
    'A question begins with a type of identity, actor or resource, or with `any`. Types are joined by `|`, names by `|` as well.',
    '### Types that may act or stand alone',
    typeList('subject'),
    '### Types that may be reached',
    `${typeList('object')}\n- a cloud's own type, such as \`aws_sqs\`, \`azure_servicebus_namespaces\` or \`gcp_pubsub_topic\``,
    '### Types that may lie on the way',
    typeList('via'),
    '## Attributes',
    'Behind `with-attribute`. `*` as the value asks whether there is one at all.',
    `${wordList(ATTRIBUTES)}\n- \`${TAG_PREFIX}KEY\`: the value of a tag`,
    '### Operators',
    entryList(OPERATORS),
    '## Keywords',
    entryList(KEYWORDS),
    '## Privileges',
    'Behind `for`, joined by `and` (each of them, be it on different resources) or `or`; single actions behind `for action`, with `*` for any text.',
    entryList(ACTION_TYPES),
    '### Whose account',
    'Behind `for xaccount`.',
    entryList(ACCOUNT_RELATIONS),
    '## Use',
    `Behind \`with-usage\`: \`never\`, \`> DAYS\`, \`< DAYS\` or both; ${USAGE_PERIODS.join(', ')} are offered, any whole number may be written.`,
    '## Examples',
    examples.map(({ query, meaning }) => `- \`${query}\`: ${meaning}`).join('\n'),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Words are split at blanks. Keywords and types ignore case, names and values do as well when they are compared. A name is quoted where it
holds a blank or is a word of the language; without quotes \`*\` stands for any text and \`?\` for one character. \`and\` binds before \`or\`,
brackets group. A question about the same subject may leave the subject out: \`user with-access object_store and not with-access keystore\`.

What is answered: with \`with-access\` the pairs of who reaches what; with \`with-usage\` in its place the events; without either the entities
themselves. Behind \`with-access\`, \`with-usage\` asks for access by its last use, and only where a log would tell.`;

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
