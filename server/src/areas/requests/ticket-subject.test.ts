import type { StoredRequest } from './store';
import { requestBlocks } from './ticket-subject';

const part = (action: string, uid: string, edits: object[]) => ({ action, source_uid: uid, edits });
const join = part('Add ann to readers', 'entra', [{ kind: 'ADD_MEMBER', group: 'readers', member: 'ann' }]);
const assign = part('Give ann the role Cleaner on sales', 'azure', []);

const textOf = (unit: object | null, steps = ''): string[] =>
  requestBlocks(
    {
      ...{ request_id: 'r', asked_by: 'ann@x.example', approvals: [], reason: 'The sales have to be corrected', until: null, steps, unit },
      ...{ level: null, actions: ['read', 'delete'], identity_name: 'ann', resource_name: 'sales' },
    } as unknown as StoredRequest,
    'https://cam.example',
  ).flatMap((block) => (block.kind === 'text' ? [block.text] : []));

it('a ticket lists the change of a single unit, with its edits for the source', () => {
  const lines = textOf({ ...join, parts: [] });
  expect(lines).toContain('Add ann to readers');
  expect(lines.find((line) => line.includes('ADD_MEMBER'))).toContain('"entra"');
});

it('a ticket lists one step for each unit of a set, and says in words what CAM has no edit for', () => {
  const lines = textOf({ ...part('Add ann to readers and give ann the role Cleaner on sales', '', []), parts: [join, assign] });
  const steps = lines.filter((line) => /^\d\. /.test(line));
  expect(steps).toEqual(['1. Add ann to readers', '2. Give ann the role Cleaner on sales']);
  expect(lines.filter((line) => line.includes('"edits"'))).toHaveLength(1);
});

it('a ticket has the words of the user if no unit was chosen', () => {
  expect(textOf(null, 'Write a new policy for the sales')).toContain('Write a new policy for the sales');
});
