import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { IdentityDetail } from '@cam/contracts';
import { IdentityRisk } from './IdentityRisk';

const uri = (type: string, name: string): string => `t:AWS:1:-:${type}:${name}`;

/** Returns the facts of an identity without findings, except for these. */
const facts = (changes: Partial<IdentityDetail>): IdentityDetail =>
  ({
    uri: uri('USER', 'ann'),
    name: 'ann',
    type: 'USER',
    escalations: [],
    sensitive_privileges: [],
    unused_services: [],
    used_through: [],
    last_used: null,
    risk: {
      sensitive_held: 0,
      sensitive_unlogged: 0,
      sensitive_used: [],
      reached: 0,
      conditional: 0,
      becoming: 0,
      evidence: { since: null, days: null, silent: [] },
    },
    ...changes,
  }) as unknown as IdentityDetail;

const show = (changes: Partial<IdentityDetail>): string | null => {
  const { container } = render(
    <MemoryRouter>
      <IdentityRisk facts={facts(changes)} />
    </MemoryRouter>,
  );
  return container.textContent;
};

it('an identity shows the roles that unknown users used, apart from its own use', () => {
  const text = show({ used_through: [{ uri: uri('ROLE', 'deploy'), name: 'deploy', at: '2026-01-02T03:04:05Z' }] });
  expect(text).toContain('Used through role deploy, user unknown');
  expect(text).toContain('The log does not show who started the session.');
  expect(screen.getByRole('link', { name: 'deploy' }).getAttribute('href')).toContain('/identities/');
});

it('a role shows that an unknown user used it, and nothing if every user is known', () => {
  const self = { uri: uri('ROLE', 'deploy'), name: 'deploy', at: '2026-01-02T03:04:05Z' };
  expect(show({ uri: self.uri, type: 'ROLE', used_through: [self] })).toContain('Used by an unknown user');
  expect(show({})).not.toContain('unknown user');
});
