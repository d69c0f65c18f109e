import { prefetchView } from './registry/view-prefetch';

prefetchView();
// The shared modules must be in the share scope before anything asks for them, so the program starts behind an asynchronous border.
void import('./bootstrap');
