import type { Mail, Outcome } from '../notifications';
import { SecurityMails, securityMail } from './security-mails';

const ANN = { tenantId: 'demo', email: 'ann@demo.example' };

let run: (job: never) => Promise<void>;
let queued: { job: never; startAfter?: Date }[];
let sent: { to: string; mail: Mail; id: string }[];
let outcome: Outcome;
beforeEach(() => {
  queued = [];
  sent = [];
  outcome = { sent: true };
});

function mails(): SecurityMails {
  const jobs = {
    define: (_name: string, handler: typeof run) => (run = handler),
    enqueue: async (_name: string, job: never, options: { startAfter?: Date }) => void queued.push({ job, ...options }),
  };
  const log = { warn: () => undefined, error: () => undefined };
  const ctx = { jobs, log, publicUrl: 'https://cam.example' };
  return new SecurityMails(ctx as never, async (to, mail, id) => (sent.push({ to, mail, id }), outcome));
}

it('tells the user by mail, and tries again with the same id if the mail server is away', async () => {
  await mails().tell(ANN, 'password');
  outcome = { sent: false, later: true, message: 'away' };
  await run(queued[0]?.job as never);
  outcome = { sent: true };
  await run(queued[1]?.job as never);
  expect(queued).toHaveLength(2);
  expect(queued[1]?.startAfter?.getTime()).toBeGreaterThan(Date.now() + 20_000);
  expect(sent.map(({ to, mail }) => [to, mail.subject])).toEqual(Array(2).fill(['ann@demo.example', '[CAM] Your password was changed']));
  expect(sent[0]?.id).toBe(sent[1]?.id);
});

it('says what happened, when and where, and what to do', () => {
  const { text } = securityMail({ event: 'code-reused', at: '2026-11-24T01:02:03Z' }, 'https://cam.example');
  expect(text).toContain('Time: 2026-11-24 01:02 UTC\nConsole: https://cam.example');
  expect(text).toContain('If this was not you, change your password at once');
});
