import type { Context } from '../../platform/context';
import { RequestMails, requestMail } from './mails';
import type { StoredRequest } from './store';

const ROW = {
  ...{
    request_id: 'r/1',
    state: 'ASKED',
    asked_by: 'Ann@x.example',
    asked_at: new Date(),
    addresses: ['ben@x.example'],
    tier: 1,
    hours: 4,
    until: null,
  },
  ...{
    identity_name: 'ben',
    resource_name: 'ledger',
    level: 'WRITE',
    actions: [],
    reason: 'The ledger is <wrong>',
    decided_by: '',
    decision_reason: '',
  },
  approvals: [{ by: 'cleo@x.example', at: '', reason: '' }],
} as unknown as StoredRequest;

/** Returns who gets the mails about an entry, with the row as the database has it. */
async function receivers(
  kind: string,
  { people = ['ann', 'ben', 'cleo', 'dora'], approvers = ['ann', 'ben', 'cleo'], row = ROW } = {},
): Promise<string[]> {
  const sent: string[] = [];
  const waiting: (() => Promise<void>)[] = [];
  let work: (data: never) => Promise<void> = async () => undefined;
  const jobs = {
    define: (_name: string, handler: typeof work) => (work = handler),
    enqueue: async (_name: string, data: never) => waiting.push(() => work(data)),
  };
  const rows = { selectFrom: () => rows, selectAll: () => rows, where: () => rows, executeTakeFirst: async () => row };
  const db = { tenant: async (_id: string, read: (tx: unknown) => unknown) => read(rows) };
  const users = (names: string[]) => async () => names.map((name) => ({ email: `${name}@x.example` }));
  const sendMail = async (to: string) => {
    sent.push(to);
    return { sent: true as const };
  };
  const mails = new RequestMails({ jobs, db, publicUrl: 'https://cam.example' } as unknown as Context, {
    ...{ people: users(people), approvers: users(approvers), sendMail },
  });
  await mails.queue('t', 'r/1', kind);
  for (const run of waiting) await run();
  return sent.sort();
}

it('approvers hear of a request, except those who may not decide about it', async () => {
  expect(await receivers('ASKED')).toEqual(['cleo@x.example']);
});

it('who asked and who gets the access hear of decisions, as long as they are users', async () => {
  expect(await receivers('APPROVED')).toEqual(['ann@x.example', 'ben@x.example']);
  expect(await receivers('LAPSED', { people: ['ann'] })).toEqual(['ann@x.example']);
});

it('overdue access also concerns those who approved it, and an ended one nobody', async () => {
  expect(await receivers('OVERDUE')).toEqual(['ann@x.example', 'ben@x.example', 'cleo@x.example']);
  expect(await receivers('ENDED')).toEqual([]);
});

it('a request that is decided before the mail is sent needs no approver any more', async () => {
  expect(await receivers('ASKED', { row: { ...ROW, state: 'REFUSED' } as StoredRequest })).toEqual([]);
});

it('a mail says what is asked for, how long and why, with a link, and escapes names', () => {
  const mail = requestMail('ASKED', ROW, 'https://cam.example');
  expect(mail.subject).toBe('[CAM] Access request: ben, ledger');
  expect(mail.text).toContain(
    'Ann@x.example asks for write access of ben to ledger, for 4 hours from the approval on. Reason: The ledger is <wrong>',
  );
  expect(mail.text).toContain('https://cam.example/requests/r%2F1');
  expect(mail.html).not.toContain('<wrong>');
  const overdue = requestMail('OVERDUE', { ...ROW, until: new Date('2026-11-01T12:00:00Z') } as StoredRequest, 'https://cam.example');
  expect(overdue.text).toContain('should have ended at 2026-11-01 12:00 UTC');
});
