import type { Access, Right } from '@cam/contracts/server';
import { actingIn, heldRights } from './acting-principal';
import type { Grant, Principal } from './principal';

const READ: Access = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'];

function acting(access: Access, rights: Right[], grants: Grant[], token?: string[]) {
  const apiToken = token && { id: '1', name: 'pipeline', accountIds: token };
  const principal: Principal = { tenantId: 'one', email: 'a@one.example', userSource: 'COGNITO', expiresAt: Infinity, rights, grants, apiToken };
  const { rights: inCall, accountIds } = actingIn(principal, access);
  return { rights: [...inCall].sort(), accounts: accountIds };
}

describe('a caller acts', () => {
  it('with the rights of its token everywhere, as without roles', () => {
    expect(acting(READ, ['CAM_GENERAL_READ'], [])).toEqual({ rights: ['CAM_GENERAL_READ'], accounts: undefined });
    expect(acting(READ, ['CAM_GENERAL_READ'], [{ right: 'CAM_GENERAL_READ', accounts: ['1'] }])).toMatchObject({ accounts: undefined });
  });

  it('in the accounts of all roles that open the call', () => {
    const grants: Grant[] = [
      { right: 'CAM_GENERAL_READ', accounts: ['1'] },
      { right: 'CAM_GENERAL_READ', accounts: ['2'] },
      { right: 'CAM_ALERTS_READ', accounts: ['3'] },
    ];
    expect(acting(READ, [], grants)).toEqual({ rights: ['CAM_GENERAL_READ'], accounts: ['1', '2'] });
    expect(acting(['CAM_ALERTS_READ'], [], grants)).toEqual({ rights: ['CAM_ALERTS_READ'], accounts: ['3'] });
  });

  it('in the accounts of several rights that open the call', () => {
    const grants: Grant[] = [
      { right: 'CAM_GENERAL_READ', accounts: ['1'] },
      { right: 'CAM_GENERAL_WRITE', accounts: ['2'] },
    ];
    expect(acting(READ, [], grants)).toEqual({ rights: [], accounts: ['1', '2'] });
  });

  it('without rights that do not apply in all accounts of the call', () => {
    const wide: Grant[] = [
      { right: 'CAM_GENERAL_READ', accounts: ['1', '2'] },
      { right: 'CAM_ALERTS_READ', accounts: ['1'] },
    ];
    expect(acting(READ, [], wide).rights).toEqual(['CAM_GENERAL_READ']);
    expect(acting(['CAM_ALERTS_READ'], [], wide)).toEqual({ rights: ['CAM_ALERTS_READ', 'CAM_GENERAL_READ'], accounts: ['1'] });
    // The token reads everything, so the role's alerts of one account would leak into a call over all accounts.
    expect(acting(READ, ['CAM_GENERAL_READ'], [{ right: 'CAM_ALERTS_READ', accounts: ['1'] }])).toEqual({
      rights: ['CAM_GENERAL_READ'],
      accounts: undefined,
    });
  });

  it('in a call for any session with the rights that apply everywhere, and the accounts of all', () => {
    const grants: Grant[] = [
      { right: 'CAM_GENERAL_READ', accounts: ['1'] },
      { right: 'CAM_ALERTS_READ', accounts: ['2'] },
    ];
    expect(acting('session', [], grants)).toEqual({ rights: [], accounts: ['1', '2'] });
    expect(acting('session', ['CAM_ACCOUNT_READ'], grants)).toEqual({ rights: ['CAM_ACCOUNT_READ'], accounts: undefined });
  });

  it('within the limit of its API token, which may leave nothing', () => {
    const grants: Grant[] = [{ right: 'CAM_GENERAL_READ', accounts: ['1', '2'] }];
    expect(acting(READ, [], grants, ['2', '3'])).toMatchObject({ accounts: ['2'] });
    expect(acting(READ, [], grants, ['3'])).toMatchObject({ accounts: [] });
    expect(acting(READ, ['CAM_GENERAL_READ'], grants, ['3'])).toMatchObject({ accounts: ['3'] });
  });

  it('without a right that no role and no token gives', () => {
    expect(acting(['CAM_ALERTS_WRITE'], [], [{ right: 'CAM_ALERTS_READ', accounts: null }]).rights).not.toContain('CAM_ALERTS_WRITE');
  });
});

it('all rights of a caller are known, before and after it acts', () => {
  const principal: Principal = {
    ...{ tenantId: 'one', email: 'a@one.example', userSource: 'COGNITO', expiresAt: Infinity },
    rights: ['CAM_GENERAL_READ'],
    grants: [{ right: 'CAM_ALERTS_READ', accounts: ['1'] }],
  };
  expect(heldRights(principal)).toEqual(['CAM_GENERAL_READ', 'CAM_ALERTS_READ']);
  expect(heldRights(actingIn(principal, 'session'))).toEqual(['CAM_GENERAL_READ', 'CAM_ALERTS_READ']);
});
