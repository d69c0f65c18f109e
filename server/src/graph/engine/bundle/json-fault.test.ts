import { findJsonFault } from './json-fault';

const at = (text: string) => findJsonFault(text);

describe('findJsonFault', () => {
  it('returns null for valid JSON', () => {
    for (const text of ['{}', '[]', ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": [], "b": {"c": 0}}] ', '"x"', '0']) {
      expect(at(text)).toBeNull();
    }
  });

  it('reports cut-off text at its end, or at the start of an incomplete word or escape', () => {
    for (const text of ['', '{', '{"a"', '{"a": ', '{"a": "b', '[1,', '[1', '{"a": [{"b": 1}']) {
      expect(at(text)).toEqual({ index: text.length, cutOff: true });
    }
    expect(at('[tru')).toEqual({ index: 1, cutOff: true });
    expect(at('["\\u00')).toEqual({ index: 2, cutOff: true });
  });

  it('reports the first invalid character', () => {
    expect(at('{a: 1}')).toEqual({ index: 1, cutOff: false });
    expect(at("['x']")).toEqual({ index: 1, cutOff: false });
    expect(at('[1,]')).toEqual({ index: 3, cutOff: false });
    expect(at('{"a": 1,}')).toEqual({ index: 8, cutOff: false });
    expect(at('{"a": 01}')).toEqual({ index: 6, cutOff: false });
    expect(at('[1] x')).toEqual({ index: 4, cutOff: false });
    expect(at('["a\nb"]')).toEqual({ index: 3, cutOff: false });
    expect(at('["\\x"]')).toEqual({ index: 2, cutOff: false });
    expect(at('[1}')).toEqual({ index: 2, cutOff: false });
  });

  it('reports every proper prefix of a document as cut off', () => {
    const text = JSON.stringify({ a: [1, -2.5, 'é"\\', true, null, { b: {} }], c: 'ä\n' }, null, 1);
    for (let length = 0; length < text.length; length += 1) expect(at(text.slice(0, length))).toMatchObject({ cutOff: true });
    expect(at(text)).toBeNull();
  });

  it('handles 200,000 levels of nesting', () => {
    expect(at('['.repeat(200_000))).toEqual({ index: 200_000, cutOff: true });
  });
});
