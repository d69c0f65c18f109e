/** A department. Its people share the same access to the clouds. */
export interface Department {
  key: DepartmentKey;
  name: string;
  /** Share of the people, in percent. */
  share: number;
  titles: readonly string[];
}

export type DepartmentKey =
  | 'platform'
  | 'payments'
  | 'storefront'
  | 'logistics'
  | 'data'
  | 'security'
  | 'it'
  | 'finance'
  | 'people'
  | 'sales'
  | 'support'
  | 'robotics';

const department = (key: DepartmentKey, name: string, share: number, titles: string): Department => ({ key, name, share, titles: titles.split('|') });

export const DEPARTMENTS: readonly Department[] = [
  department('platform', 'Platform Engineering', 9, 'Site Reliability Engineer|Cloud Engineer|Staff Platform Engineer|Network Engineer'),
  department('payments', 'Payments', 10, 'Software Engineer|Senior Software Engineer|Engineering Manager|QA Engineer'),
  department('storefront', 'Storefront', 11, 'Frontend Engineer|Software Engineer|Product Designer|Product Manager'),
  department('logistics', 'Logistics Systems', 10, 'Software Engineer|Senior Software Engineer|Operations Analyst'),
  department('data', 'Data and Insights', 9, 'Data Engineer|Data Analyst|Machine Learning Engineer|Analytics Manager'),
  department('security', 'Information Security', 5, 'Security Engineer|Security Analyst|Identity Engineer'),
  department('it', 'Corporate IT', 6, 'Systems Administrator|Service Desk Analyst|Identity Administrator'),
  department('finance', 'Finance', 6, 'Accountant|Cost Controller|Finance Manager'),
  department('people', 'People', 5, 'Recruiter|People Partner'),
  department('sales', 'Sales', 9, 'Account Executive|Partner Manager'),
  department('support', 'Customer Support', 11, 'Support Specialist|Support Lead'),
  department('robotics', 'Warehouse Robotics', 9, 'Robotics Engineer|Embedded Engineer|Field Engineer'),
];

export const ENGINEERING: readonly DepartmentKey[] = ['platform', 'payments', 'storefront', 'logistics', 'data', 'robotics'];

export function departmentOf(key: DepartmentKey): Department {
  return DEPARTMENTS.find((candidate) => candidate.key === key) as Department;
}
