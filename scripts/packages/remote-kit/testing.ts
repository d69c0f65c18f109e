/** The test kit of remotes: the page of a remote on its own, before a server that the test writes. */
export { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
export { fakeServer, unreachableServer, type ReceivedRequest } from '@cam/platform/testing';
export { mountPage, type Mounted, type MountOptions } from './mount-page';
