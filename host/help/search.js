// The search of the help. It reads the index once, at the first key, and ranks sections: title before text, all words of the query.
const box = document.getElementById('search');
const list = document.getElementById('results');
const status = document.getElementById('status');
const MOST = 12;
const SNIPPET = 140;
let index = null;

async function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return show([], words);
  index ??= fetch('/help/search.json').then((response) => response.json());
  const entries = await index;
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  // The user may have typed on while the index loaded.
  if (words.join(' ') === box.value.toLowerCase().split(/\s+/).filter(Boolean).join(' ')) show(found, words);
}

function scoreOf([, page, title, text], words) {
  let score = 0;
  for (const word of words) {
    const own = (startsWord(title, word) ? 8 : 0) + (startsWord(page, word) ? 3 : 0) + (startsWord(text, word) ? 1 : 0);
    if (own === 0) return 0;
    score += own;
  }
  return score;
}

function startsWord(text, word) {
  return ` ${text.toLowerCase()}`.replace(/[^\p{L}\p{N}]/gu, ' ').includes(` ${word.replace(/[^\p{L}\p{N}]/gu, ' ').trim()}`);
}

function show(found, words) {
  list.hidden = words.length === 0;
  status.textContent = words.length === 0 ? '' : `${found.length} results`;
  list.replaceChildren(
    ...(found.length === 0 ? [emptyEntry()] : found.slice(0, MOST).map(([address, page, title, text]) => entryOf(address, page, title, text, words))),
  );
}

function emptyEntry() {
  const line = document.createElement('li');
  line.textContent = 'Nothing found. Try fewer or other words.';
  return line;
}

function entryOf(address, page, title, text, words) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = page === title ? title : `${page}: ${title}`;
  link.addEventListener('click', () => {
    list.hidden = true;
  });
  const snippet = document.createElement('small');
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 30);
  snippet.textContent = text.slice(at, at + SNIPPET);
  line.append(link, snippet);
  return line;
}

box.addEventListener('input', () => void search());
box.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
  if (event.key === 'Escape') list.hidden = true;
  if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
});
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'ArrowDown') links[at + 1]?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? box).focus();
  else if (event.key === 'Escape') {
    list.hidden = true;
    box.focus();
  } else return;
  event.preventDefault();
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('.search')) list.hidden = true;
});
