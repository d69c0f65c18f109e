import { defineNames } from '@cam/contracts';

/** The names that this area adds to those of CAM. */
export const names = defineNames('ui-catalogue', {
  flags: { 'ui-catalogue.menu': 'Shows the catalogue of components in the menu, for teams that build areas.' },
  menuGroups: { 'ui-catalogue.develop': 'Develop' },
});

declare module '@cam/contracts' {
  interface NamesByArea {
    'ui-catalogue': typeof names;
  }
}
