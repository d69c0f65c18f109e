import { privilegeParts } from './privilege-parts';

it('privilegeParts splits a privilege at the separator of its cloud', () => {
  expect(privilegeParts('AWS', 's3:GetObject')).toEqual({ type: 'S3', name: 'GetObject' });
  expect(privilegeParts('AZURE', 'Microsoft.Storage/storageAccounts/read')).toEqual({ type: 'MICROSOFT.STORAGE', name: 'storageAccounts/read' });
  expect(privilegeParts('IDP_AZURE_AD', 'microsoft.directory/users/create')).toEqual({ type: 'MICROSOFT.DIRECTORY', name: 'users/create' });
  expect(privilegeParts('GCP', 'storage.objects.get')).toEqual({ type: '', name: 'storage.objects.get' });
});
