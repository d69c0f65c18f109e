import { EXAMPLE_QUESTIONS } from '@cam/contracts';
import { casesToTry } from '../../../../test/support/differential';
import { parseQuery } from '../parse-query';
import { printQuery } from '../print';
import { ask } from './ask';
import { Chart, isKnownWord } from './chart';
import { randomOf } from './random-queries';
import { questionTable } from '../../../../test/support/question-table';
import { companyNames } from './test-names';
import { tokenize, withoutFillers } from './tokens';

/** Texts of random words that are read: all with `npm run differential`. */
const SALADS = casesToTry(400, 100_000);

/** Tuesday. */
const TODAY = new Date('2026-11-24T09:00:00Z');

const normal = (query: string): string => {
  const parsed = parseQuery(query);
  if (!parsed.query) throw new Error(`"${query}" is no query: ${parsed.error?.message ?? ''}`);
  return printQuery(parsed.query);
};
const queriesOf = async (question: string) => (await ask(question, companyNames, TODAY)).readings.map(({ query }) => query);

const table = questionTable();
const read = table.filter(({ outcome }) => outcome === '=>');

describe('a question in plain English', () => {
  it('is one of at least 250 in the table', () => expect(table.length).toBeGreaterThanOrEqual(250));

  it.each(read)('means one query: $question', async ({ question, meant }) => {
    const answer = await ask(question, companyNames, TODAY);
    expect(answer.readings.map(({ query }) => query)).toEqual([normal(meant)]);
    expect(answer.outcome).toBe('READ');
  });

  it.each(table.filter(({ outcome }) => outcome === '?>'))('offers its readings: $question', async ({ question, meant }) => {
    const answer = await ask(question, companyNames, TODAY);
    expect(answer.outcome).toBe('CHOOSE');
    expect(answer.readings.map(({ query }) => query)).toEqual(expect.arrayContaining(meant.split(' || ').map(normal)));
  });

  it.each(table.filter(({ outcome }) => outcome === '!>'))('is not read, and says why: $question', async ({ question, meant }) => {
    const answer = await ask(question, companyNames, TODAY);
    expect(answer).toMatchObject({ outcome: 'PART', readings: [], unread: { text: meant } });
    expect(answer.message).toContain(`"${meant}"`);
  });

  it('shows how each span was read, with the words that had no effect', async () => {
    const answer = await ask('Please show me which contractors can change payroll-prod', companyNames, TODAY);
    expect(answer.readings[0]?.chips.map(({ text, as }) => [text, as])).toEqual([
      ['contractors', 'user with external = true'],
      ['change', 'write'],
      ['payroll-prod', 'object_store payroll-prod'],
    ]);
    expect(answer.ignored).toEqual(['Please', 'me']);
    expect(answer.readings[0]?.meaning).toBe('Users that are external and can access object stores named payroll-prod, with write privileges.');
  });

  it('is read with a likely slip corrected, and says so', async () => {
    const answer = await ask('which contracters can read payroll-prod', companyNames, TODAY);
    expect(answer).toMatchObject({
      outcome: 'READ',
      message: '"contracters" was read as "contractors".',
      text: 'which contractors can read payroll-prod',
    });
  });

  it('is offered with other spellings when there are several', async () => {
    const answer = await ask('who can read payrol-pord', companyNames, TODAY);
    expect(answer).toMatchObject({ outcome: 'PART', unread: { text: 'payrol-pord' }, suggestions: ['who can read payroll-prod'] });
  });

  it('may be a query, or the sentence of one', async () => {
    expect(await queriesOf('user with-access object_store')).toEqual(['user with-access object_store']);
    expect(await queriesOf('Users that can access object stores.')).toEqual(['user with-access object_store']);
  });

  it.each(EXAMPLE_QUESTIONS)('is read if the product offers it as an example: %s', async (question) => {
    expect(await queriesOf(question)).toHaveLength(1);
  });
});

describe('a word of a question', () => {
  it('is never dropped: without it, or with another in its place, the question means something else or is not read', async () => {
    const dropped: string[] = [];
    for (const { question } of read.filter((_one, index) => index % 3 === 0)) {
      const [query] = await queriesOf(question);
      for (const { from, to, text, quoted } of withoutFillers(tokenize(question)).words) {
        if (quoted || !/[a-z]/.test(text) || text.length < 3 || !isKnownWord(text)) continue;
        const replaced = `${question.slice(0, from)}zzyzx${question.slice(to)}`;
        if ((await queriesOf(replaced)).includes(query ?? '')) dropped.push(`${question}: ${text}`);
      }
    }
    expect(dropped).toEqual([]);
  });
});

describe('a salad of words', () => {
  /** The most steps of one text: a reading, and one more for each of three other spellings, with what is left to do when the steps are spent. */
  const MOST_STEPS = 12_000;
  const step = jest.spyOn(Chart.prototype, 'step');
  const stepsOf = async (text: string): Promise<number> => {
    step.mockClear();
    await ask(text, companyNames, TODAY);
    return step.mock.calls.length;
  };
  afterAll(() => step.mockRestore());

  it('neither fails nor takes many steps', async () => {
    const random = randomOf(4);
    const words = [...new Set(table.flatMap(({ question }) => question.split(' ')))];
    const unreadable: string[] = [];
    let most = 0;
    for (let count = 0; count < SALADS; count += 1) {
      const salad = Array.from({ length: 1 + random.below(45) }, () => random.pick(words)).join(' ');
      step.mockClear();
      const { readings } = await ask(salad, companyNames, TODAY);
      most = Math.max(most, step.mock.calls.length);
      unreadable.push(...readings.filter(({ query }) => parseQuery(query).query === null).map(({ query }) => `${salad}\n  ${query}`));
    }
    expect(unreadable).toEqual([]);
    expect(most).toBeLessThanOrEqual(MOST_STEPS);
  });

  it.each(['privileged', 'public', 'users and', 'encrypted azure and', 'bob contractors or'])(
    'takes no more steps where it repeats "%s"',
    async (words) => {
      expect(
        await stepsOf(
          Array.from({ length: 40 }, () => words)
            .join(' ')
            .split(' ')
            .slice(0, 40)
            .join(' '),
        ),
      ).toBeLessThanOrEqual(MOST_STEPS);
    },
  );

  it('takes more steps than any question of the table, so the limit refuses none of them', async () => {
    let most = 0;
    for (const { question } of read) most = Math.max(most, await stepsOf(question));
    expect(most).toBeLessThanOrEqual(1500);
  });

  it.each(['', '   ', '?', '"', '((((', '\u202Ewho', 'who '.repeat(2000), '🤖'.repeat(500)])('neither fails when it is %j', async (text) => {
    expect((await ask(text, companyNames, TODAY)).outcome).toBe('PART');
  });
});
