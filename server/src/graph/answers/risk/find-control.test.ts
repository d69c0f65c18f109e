import { runToCompletion } from '../../../platform/async/cooperative-scheduler';
import { Bitset } from '../../engine/bitset';
import { assumersOf } from './becoming';
import { findControl, type ControlGraph } from './find-control';

interface Parts {
  /** Class numbers that each identity administers. The class of an identity is its place in the list of names. */
  administers?: Record<string, string[]>;
  becomes?: Record<string, string[]>;
  groups?: Record<string, string[]>;
  members: string[];
}

const NAMES = ['anna', 'ben', 'cleo', 'dora', 'root', 'team'];

function control({ administers = {}, becomes = {}, groups = {}, members }: Parts): Record<string, string> {
  const number = (name: string): number => NAMES.indexOf(name);
  const graph: ControlGraph = {
    identities: NAMES.map((name) => ({ uri: name, name, type: 'USER', profileId: name, classNumber: number(name) })),
    resources: new Map(),
    members: new Set(members),
    administers: (profile) => Bitset.of(NAMES.length, (administers[profile] ?? []).map(number)),
    assumers: assumersOf({ assumedOf: (profile) => becomes[profile] ?? [] }, NAMES),
    groups: new Map(Object.entries(groups)),
    classes: NAMES.length,
  };
  return Object.fromEntries([...runToCompletion(findControl(graph))].map(([uri, { how, name, steps }]) => [uri, `${how} ${name} ${steps}`]));
}

describe('control over tier 0', () => {
  it('belongs to whoever administers a member, and to whoever administers an administrator', () => {
    const administers = { anna: ['root'], ben: ['anna'], cleo: ['ben'] };
    expect(control({ administers, members: ['root'] })).toEqual({ anna: 'ADMINISTERS root 1', ben: 'ADMINISTERS anna 2', cleo: 'ADMINISTERS ben 3' });
  });

  it('belongs to whoever can become a member or belongs to a group that is one', () => {
    expect(control({ becomes: { anna: ['root'] }, groups: { team: ['ben'] }, members: ['root', 'team'] })).toEqual({
      anna: 'BECOMES root 1',
      ben: 'BECOMES team 1',
    });
  });

  it('passes through a group that controls a member', () => {
    expect(control({ administers: { team: ['root'] }, groups: { team: ['dora'] }, members: ['root'] })).toEqual({
      team: 'ADMINISTERS root 1',
      dora: 'BECOMES team 2',
    });
  });

  it('is never listed for members, and ends in circles', () => {
    expect(control({ administers: { root: ['root'], anna: ['ben'], ben: ['anna'] }, members: ['root'] })).toEqual({});
    expect(control({ administers: { anna: ['ben', 'root'], ben: ['anna'] }, members: ['root'] })).toEqual({
      anna: 'ADMINISTERS root 1',
      ben: 'ADMINISTERS anna 2',
    });
  });
});
