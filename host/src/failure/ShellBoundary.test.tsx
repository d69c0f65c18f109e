import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

// The build fills these in.
Object.assign(globalThis, { __CAM_PROVIDES__: {}, __CAM_HOST_VERSION__: '1.0.0', __CAM_VIEW_SCHEMA__: {} });

let isBroken = true;

function Shell(): ReactNode {
  if (isBroken) throw new Error('a menu of numbers');
  return <p>The shell</p>;
}

/** Renders the shell inside its boundary. The modules load only after the constants above exist. */
async function renderShell() {
  const { ShellBoundary } = await import('./ShellBoundary');
  const { registryAtom } = await import('../registry/registry-client');
  const { store } = await import('@cam/platform/host');
  render(
    <ShellBoundary>
      <Shell />
    </ShellBoundary>,
  );
  return { store, registryAtom };
}

beforeEach(() => {
  isBroken = true;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('the boundary around the shell', () => {
  it('explains a crash of the shell and offers to try again', async () => {
    await renderShell();
    expect(screen.getByRole('heading').textContent).toBe('The console stopped working');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('heading').textContent).toBe('The console stopped working');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('The shell')).not.toBeNull();
  });

  it('starts the shell again by itself when the registry changes', async () => {
    const { store, registryAtom } = await renderShell();
    isBroken = false;
    act(() => store.set(registryAtom, { view: null, stale: true, dropped: [] }));
    expect(screen.queryByText('The shell')).not.toBeNull();
  });
});
