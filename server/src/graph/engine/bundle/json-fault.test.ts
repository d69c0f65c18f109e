import { findJsonFault } from './json-fault';

const at = (text: string) => findJsonFault(text);

describe('where JSON goes wrong', () => {
  it('is nowhere in JSON', () => {
    for (const text of ['{}', '[]', ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": [], "b": {"c": 0}}] ', '"x"', '0']) {
      expect(at(text)).toBeNull();
    }
  });

  it('is the end where the text is cut off, also inside a word or a string', () => {
    for (const text of ['', '{', '{"a"', '{"a": ', '{"a": "b', '[1,', '[1', '{"a": [{"b": 1}']) {
      expect(at(text)).toEqual({ index: text.length, cutOff: true });
    }
    expect(at('[tru')).toEqual({ index: 1, cutOff: true });
    expect(at('["\\u00')).toEqual({ index: 2, cutOff: true });
  });

  it('is the first character that cannot stand there', () => {
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

  it('agrees with the engine on every cut of a real document', () => {
    const text = JSON.stringify({ a: [1, -2.5, 'é"\\', true, null, { b: {} }], c: 'ä\n' }, null, 1);
    for (let length = 0; length < text.length; length += 1) expect(at(text.slice(0, length))).toMatchObject({ cutOff: true });
    expect(at(text)).toBeNull();
  });

  it('bears deep nesting', () => {
    expect(at('['.repeat(200_000))).toEqual({ index: 200_000, cutOff: true });
  });
});
