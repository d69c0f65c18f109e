import { createHash, randomBytes } from 'node:crypto';
import { base64, bytesOfBase64, digestOf, hex, textOf, utf8 } from './bytes';
import { canonical, parseCanonical } from './canonical';
import { FactsTree, rootOfPath } from './merkle';
import { sha256 } from './sha256';

it('computes SHA-256 as the platform does, for every length around a block', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = new Uint8Array(randomBytes(length));
    expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('writes canonical JSON as RFC 8785 asks for', () => {
  const value = { '\u20ac': 'Euro', '\r': 'Return', '1': 'One', '\u0080': 'Control', a: [true, null, 1e21, 0.000001, -0], left: undefined };
  expect(canonical(value)).toBe('{"\\r":"Return","1":"One","a":[true,null,1e+21,0.000001,0],"\u0080":"Control","\u20ac":"Euro"}');
  expect(() => canonical(Number.NaN)).toThrow(TypeError);
});

it.each(['{ "a":1}', '{"b":1,"a":1}', '{"a":1,"a":1}', '{"a":1.0}', '{"a":"\\u0041"}', ' 1', '{"a":1}\n'])(
  'refuses %j, which is not canonical',
  (text) => {
    expect(() => parseCanonical(text)).toThrow(SyntaxError);
  },
);

it('reads Base64 strictly', () => {
  for (const length of [0, 1, 2, 3, 50]) {
    const bytes = new Uint8Array(randomBytes(length));
    expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(bytesOfBase64(base64(bytes))).toEqual(bytes);
  }
  for (const text of ['AB==', 'AAB=', 'AAA', 'AA=', 'A===', 'AA-_', 'AAAA====', ' AAA']) expect(bytesOfBase64(text)).toBeNull();
  expect(digestOf('A'.repeat(64))).toBeNull();
  expect(() => textOf(Uint8Array.of(0xff))).toThrow(/utf-8/i);
  expect(textOf(utf8('ä€😀'))).toBe('ä€😀');
});

it('every leaf leads to the root by its own path, and by no other', () => {
  for (let count = 1; count <= 33; count += 1) {
    const leaves = Array.from({ length: count }, (_none, index) => ({ key: `k${String(index).padStart(2, '0')}`, body: { n: index } }));
    const tree = new FactsTree(leaves);
    const again = new FactsTree(tree.digests);
    expect([again.root, again.count]).toEqual([tree.root, count]);
    for (const [index, leaf] of leaves.entries()) {
      const path = tree.pathOf(index);
      expect(again.pathOf(index)).toEqual(path);
      expect(rootOfPath(leaf, path, count)).toBe(tree.root);
      expect(rootOfPath({ ...leaf, body: { n: -1 } }, path, count)).not.toBe(tree.root);
      expect(rootOfPath({ ...leaf, key: `${leaf.key}x` }, path, count)).not.toBe(tree.root);
      for (const other of [index - 1, index + 1, count]) expect(rootOfPath(leaf, { ...path, index: other }, count)).not.toBe(tree.root);
      expect(rootOfPath(leaf, path, count + 1)).not.toBe(tree.root);
      expect(rootOfPath(leaf, { index, path: [...path.path, tree.root] }, count)).toBeNull();
      if (count > 1) expect(rootOfPath(leaf, { index, path: path.path.slice(1) }, count)).not.toBe(tree.root);
    }
  }
});
