import { prefetchView } from './registry/view-prefetch';

prefetchView();
// Shared modules must be in the share scope before any code imports them, so the program starts behind an asynchronous import.
void import('./bootstrap');
