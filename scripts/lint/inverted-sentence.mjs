/**
 * Refuses sentences that open with the object: "Of what somebody did, times are those of the event." A reader has to read such a sentence twice.
 * It looks at comments, at the text of JSX elements, and at string attributes that people read.
 */
const READ_ATTRIBUTES = new Set([
  'title',
  'label',
  'placeholder',
  'description',
  'message',
  'alt',
  'aria-label',
  'tooltip',
  'okText',
  'heading',
  'hint',
]);

/** Words that open an inverted sentence. A question may open with them, and so may a clause that a comma closes. */
const OPENINGS = [
  /^Of\b/,
  /^(?:By|From|In|On|Over|To|With) (?:what|whom|which)\b/,
  /^(?:Only )?what\b/i,
  /^Who(?:m|se)\b/,
  /^Whether\b/,
  /^That (?!is\b|was\b|way\b|means\b|makes\b|would\b|can\b|does\b|has\b|file\b|one\b)/,
  /^Where\b(?=[^,]*$)/,
];

/**
 * Finds the inverted sentences of a text.
 * @param {string} text the words that a person reads, without comment marks
 * @returns {string[]} the sentences, as written
 */
export function invertedSentences(text) {
  const plain = text
    .replace(/`[^`]*`/g, 'code')
    .replace(/"[^"]*"/g, 'quote')
    .replace(/\s+/g, ' ')
    .trim();
  return plain
    .split(/(?<=[.:;!?]) (?=[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => !sentence.endsWith('?') && OPENINGS.some((opening) => opening.test(sentence)));
}

/** The text of a comment without its marks, the names of its tags left out, one entry a paragraph. */
function paragraphsOf({ type, value }) {
  if (type === 'Line') return [value.trim()];
  const text = value.replace(/^\s*\*+ ?/gm, '').replace(/^\*+/, '');
  return text.split(/\n\s*\n|\n(?=\s*[-@])/).map((part) => part.replace(/^\s*(?:-|@\w+(?:\s+\{[^}]*\})?(?:\s+\w+)?)\s*/, '').trim());
}

/** @type {import('oxlint/plugins-dev').Rule} */
export const invertedSentence = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { inverted: 'Inverted sentence: "{{sentence}}". Start with who or what acts: subject, verb, object.' },
  },
  create(context) {
    const { sourceCode } = context;
    const report = (loc, text) => {
      for (const sentence of invertedSentences(text)) context.report({ loc, messageId: 'inverted', data: { sentence: sentence.slice(0, 80) } });
    };
    return {
      Program() {
        // Line comments that follow each other are one text.
        let block = [];
        const flush = () => {
          if (block.length > 0) report(block[0].loc, block.map(({ value }) => value.trim()).join(' '));
          block = [];
        };
        for (const comment of sourceCode.getAllComments()) {
          const last = block.at(-1);
          if (comment.type !== 'Line' || (last && last.loc.end.line + 1 !== comment.loc.start.line)) flush();
          if (comment.type === 'Line') block.push(comment);
          else for (const paragraph of paragraphsOf(comment)) report(comment.loc, paragraph);
        }
        flush();
      },
      JSXText: (node) => report(node.loc, node.value),
      JSXAttribute(node) {
        const text = node.value?.type === 'Literal' ? node.value.value : null;
        if (typeof text === 'string' && READ_ATTRIBUTES.has(String(node.name.name))) report(node.loc, text);
      },
    };
  },
};
