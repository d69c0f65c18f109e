/** The platform for tests of remotes. The test kit `@cam/remote-kit/testing` builds on it; the console never loads it. */
export { fakeServer, unreachableServer, type Answering, type FakeAnswer, type ReceivedRequest } from './fake-server';
export { PageFrame } from './page-frame';
export { signInAs, type FakeUser } from './sign-in-as';
