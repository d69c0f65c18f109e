import { isLoopback, isRegistered, refusalOfAddress } from './redirect-address';

it.each([
  'https://app.example/callback',
  'https://app.example:8443/cb?x=1',
  'http://127.0.0.1/cb',
  'http://[::1]:9000/cb',
  'http://localhost:33418/',
])('a program may register %s', (address) => expect(refusalOfAddress(address)).toBeNull());

it.each([
  'http://app.example/callback',
  'http://127.0.0.1.app.example/cb',
  'http://localhost.app.example/cb',
  'http://127.0.0.1@app.example/cb',
  'https://user@app.example/cb',
  'https://app.example/cb#',
  'https://app.example/cb#fragment',
  'javascript:alert(1)',
  'data:text/html,x',
  'cursor://callback',
  '/callback',
  '',
])('a program may not register "%s"', (address) => expect(refusalOfAddress(address)).not.toBeNull());

it('an address of another site must be the registered one to the letter', () => {
  const registered = ['https://app.example/callback'];
  expect(isRegistered('https://app.example/callback', registered)).toBe(true);
  for (const other of ['callback/', 'callback?x=1', 'callback/../callback', 'Callback', '', 'callback#x'])
    expect(isRegistered(`https://app.example/${other}`, registered)).toBe(false);
  expect(isRegistered('https://app.example:8443/callback', registered)).toBe(false);
  expect(isRegistered('https://app.example.attacker.example/callback', registered)).toBe(false);
});

it('the port is free on the own computer alone, and nothing else is', () => {
  const registered = ['http://127.0.0.1/callback', 'http://localhost:3000/cb?a=1'];
  for (const same of ['http://127.0.0.1:51004/callback', 'http://localhost:1/cb?a=1', 'http://localhost/cb?a=1'])
    expect(isRegistered(same, registered)).toBe(true);
  for (const other of [
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:51004/callback?x=1',
    'http://127.0.0.1:51004/callback#x',
    'http://localhost:51004/callback',
    'https://127.0.0.1:51004/callback',
    'http://user@127.0.0.1/callback',
    'http://127.0.0.2/callback',
  ])
    expect(isRegistered(other, registered)).toBe(false);
});

it('a page with https on the own computer is no program there', () => {
  expect(isLoopback('http://127.0.0.1:5000/cb')).toBe(true);
  expect(isLoopback('https://app.example/cb')).toBe(false);
});
