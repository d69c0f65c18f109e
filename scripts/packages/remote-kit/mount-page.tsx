import type { ReactElement } from 'react';
import { render, type RenderResult } from '@testing-library/react';
import { fakeServer, PageFrame, signInAs, type Answering, type FakeUser, type ReceivedRequest } from '@cam/platform/testing';

export interface MountOptions extends FakeUser {
  /** Answers each request of the page. Without it, every answer is an empty object. */
  server?: Answering;
  /** Address of the page, with its query. Default: `/`. */
  at?: string;
  /** Path of the route, if the page reads parameters from its address, as in `/incidents/:id`. */
  path?: string;
}

export interface Mounted extends RenderResult {
  /** The requests that the page has sent so far. */
  requests: readonly ReceivedRequest[];
}

/** Renders a page as the console does: signed in, with router, data cache and state of its own. */
export function mountPage(page: ReactElement, { server = () => ({}), at = '/', path, ...user }: MountOptions = {}): Mounted {
  const { requests } = fakeServer(server);
  signInAs(user);
  const rendered = render(
    <PageFrame at={at} path={path}>
      {page}
    </PageFrame>,
  );
  return { ...rendered, requests };
}
