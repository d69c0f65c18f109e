import type { User } from '@cam/contracts';

/** How the user menu calls somebody's kind: the built-in pool by name, else by what they may do. */
export function userLabel({ userSource, rights }: Pick<User, 'userSource' | 'rights'>): string {
  if (userSource === 'COGNITO') return '(Built-in user)';
  return rights.includes('CAM_GENERAL_WRITE') ? '(Admin)' : '(User)';
}
