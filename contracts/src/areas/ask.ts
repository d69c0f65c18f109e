import { Type, type Static } from '@sinclair/typebox';
import { endpoint, OWN_ROWS } from '../endpoint';
import { StringEnum } from '../vocabulary';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** The outcome of a question: one reading, several to choose from, or a word that has no meaning. */
export const ASK_OUTCOMES = ['READ', 'CHOOSE', 'PART'] as const;
/** The information that a question wants beyond the rows of its query. */
export const ASK_INTENTS = ['rows', 'count', 'yes-no', 'why', 'changes'] as const;

/** How a span of the question was read. */
export const AskChip = Type.Object({
  from: Type.Integer({ description: 'UTF-16 offset in the text as read' }),
  to: Type.Integer(),
  text: Type.String({ description: 'the words' }),
  as: Type.String({ description: 'what they stand for' }),
  because: Type.String(),
});
export type AskChip = Static<typeof AskChip>;

/** One query that a question may mean. */
export const AskReading = Type.Object({
  query: Type.String(),
  meaning: Type.String({ description: 'the query in one English sentence' }),
  intent: StringEnum(ASK_INTENTS),
  chips: Type.Array(AskChip),
});
export type AskReading = Static<typeof AskReading>;

/** Answer to a question: the queries that it may mean. None of them was run. */
export const AskAnswer = Type.Object({
  outcome: StringEnum(ASK_OUTCOMES),
  text: Type.String({ description: 'the question as read, with a corrected word if there is one' }),
  readings: Type.Array(AskReading, { description: 'one for READ, two to four for CHOOSE, none for PART' }),
  ignored: Type.Array(Type.String(), { description: 'words without an effect, such as "please"' }),
  understood: Type.Array(AskChip, { description: 'for PART: the words with a meaning' }),
  unread: Type.Union([Type.Null(), Type.Object({ from: Type.Integer(), to: Type.Integer(), text: Type.String() })], {
    description: 'for PART: the word that prevented a reading',
  }),
  message: Type.Union([Type.String(), Type.Null()], { description: 'sentence for the user: a correction, or why the question was not read' }),
  suggestions: Type.Array(Type.String(), { description: 'the question with a likely spelling of the word' }),
});
export type AskAnswer = Static<typeof AskAnswer>;

/** An entity, account or person that a text may name. */
export const FoundName = Type.Object({
  name: Type.String(),
  type: Type.String({ description: 'type of the entity, ACCOUNT or PERSON' }),
  uri: Type.String({ description: 'URI of the entity; the id of an account or person' }),
  cloud_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String({ description: 'of a person, the e-mail address' }),
});
export type FoundName = Static<typeof FoundName>;

/** Plain questions and names, for the search of the console and the command line. */
export const askEndpoints = {
  'POST /v1/graph-querymgr/ask': endpoint({
    summary: 'Read a question in plain English as a query. The call never runs the query',
    access: read,
    audit: { exempt: 'it only reads the graph' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: {
      text: Type.String({ maxLength: 4000 }),
      tz: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone for days such as "yesterday"; UTC without it' })),
    },
    answer: AskAnswer,
  }),
  'GET /v1/graph-querymgr/names': endpoint({
    summary: 'Find entities and accounts by name',
    access: read,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    query: { text: Type.String({ minLength: 1, maxLength: 200 }) },
    answer: Type.Object({ names: Type.Array(FoundName, { description: 'names that begin with the text first; at most 8' }) }),
  }),
};
