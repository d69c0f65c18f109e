/** Shell commands that create the Azure application and grant it read access below the root management group. Fill in the names in capitals. */
export const AZURE_COMMANDS = `# The root management group has the id of the directory
TENANT=$(az account show --query tenantId --output tsv)
SCOPE=/providers/Microsoft.Management/managementGroups/$TENANT

# Prints the application id, secret and tenant: enter them in the source
az ad sp create-for-rbac --name cam-reads --role Reader --scopes "$SCOPE"
APP=$(az ad sp list --display-name cam-reads --query '[0].appId' --output tsv)
az role assignment create --assignee "$APP" --role 'Management Group Reader' --scope "$SCOPE"
`;

/** Shell commands that create the Google Cloud service account, grant it read access to an organization and create its key. */
export const GCP_COMMANDS = `ORGANIZATION=ORGANIZATION_ID
PROJECT=PROJECT_ID
ACCOUNT=cam-reads@$PROJECT.iam.gserviceaccount.com

gcloud services enable cloudresourcemanager.googleapis.com cloudasset.googleapis.com iam.googleapis.com logging.googleapis.com \\
  admin.googleapis.com --project "$PROJECT"
gcloud iam service-accounts create cam-reads --project "$PROJECT"
for role in browser cloudasset.viewer iam.securityReviewer iam.denyReviewer iam.principalAccessBoundaryViewer logging.privateLogViewer; do
  gcloud organizations add-iam-policy-binding "$ORGANIZATION" --member "serviceAccount:$ACCOUNT" --role "roles/$role" --condition None
done
gcloud iam service-accounts keys create cam-reads.json --iam-account "$ACCOUNT"

# The client id for the Admin console, required to read users and groups
gcloud iam service-accounts describe "$ACCOUNT" --format 'value(oauth2ClientId)'
`;
