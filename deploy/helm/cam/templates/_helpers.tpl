{{- define "cam.labels" -}}
app.kubernetes.io/name: cam
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "cam.metadata" -}}
name: {{ .root.Release.Name }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "cam.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "cam.image" -}}
{{- with .root.Values.image.prefix }}{{ . }}/{{ end }}{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* What every process of the image may do. The user node has the id 1000. */}}
{{- define "cam.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "cam.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The address of clients, and the settings that all roles share. */}}
{{- define "cam.commonEnv" -}}
- { name: CAM_HOST, value: 0.0.0.0 }
- { name: CAM_PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
- { name: CAM_TRUSTED_PROXIES, value: {{ join "," .root.Values.trustedProxies | quote }} }
{{- range $name, $value := .root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- if .root.Values.secret.has.metricsToken }}
- { name: CAM_METRICS_TOKEN_FILE, value: /run/secrets/cam/metrics-token }
{{- end }}
{{- end }}

{{/* The settings of a process that uses the database and the object storage. */}}
{{- define "cam.serverEnv" -}}
- { name: CAM_DATA, value: /data }
- { name: CAM_DEMO, value: none }
- { name: DATABASE_URL_FILE, value: /run/secrets/cam/database-url }
- { name: CAM_SECRET_KEY_FILE, value: /run/secrets/cam/secret-key }
- { name: CAM_OPERATOR_KEY_FILE, value: /run/secrets/cam/operator-key }
- { name: CAM_STORAGE, value: {{ .root.Values.storage.bucket | quote }} }
{{- with .root.Values.storage.region }}
- { name: CAM_STORAGE_REGION, value: {{ . | quote }} }
{{- end }}
{{- with .root.Values.storage.endpoint }}
- { name: CAM_STORAGE_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- with .root.Values.storage.accessKeyId }}
- { name: CAM_STORAGE_ACCESS_KEY_ID, value: {{ . | quote }} }
- { name: CAM_STORAGE_SECRET_ACCESS_KEY_FILE, value: /run/secrets/cam/storage-secret-access-key }
{{- end }}
{{- if .root.Values.secret.has.smtpUrl }}
- { name: CAM_SMTP_URL_FILE, value: /run/secrets/cam/smtp-url }
{{- end }}
{{- end }}

{{/* The keys of the Secret that a process gets as files. */}}
{{- define "cam.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secret.name }}
    # 0440: the process reads them through its group.
    defaultMode: 288
    items:
      {{- range .keys }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}

{{/* First parts of the API's paths, as the edge of docker-compose.yml has them. */}}
{{- define "cam.apiPaths" -}}
v1 v2 beta graph-querymgr identity scim oauth .well-known/oauth-protected-resource .well-known/oauth-authorization-server npm x r
{{- end }}

{{/* A Deployment. component: also the role; port; hasDatabase; scratch: size of /data; resources and replicas come from the values of the component. */}}
{{- define "cam.deployment" -}}
{{- $values := index .root.Values .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "cam.metadata" . | nindent 2 }}
spec:
  {{- if not (and $values.autoscaling $values.autoscaling.enabled) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "cam.labels" . | nindent 6 }}
  strategy:
    {{- if .hasDatabase }}
    # An older release refuses the schema of a newer one, so they do not run side by side.
    type: Recreate
    {{- else }}
    type: RollingUpdate
    {{- end }}
  template:
    metadata:
      labels:
        {{- include "cam.labels" . | nindent 8 }}
    spec:
      {{- if .hasDatabase }}
      serviceAccountName: {{ .root.Release.Name }}-server
      {{- end }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Longer than the server lets its requests finish (CAM_STOP_TIMEOUT).
      terminationGracePeriodSeconds: 40
      securityContext:
        {{- include "cam.podSecurity" . | nindent 8 }}
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - { name: {{ . }} }
        {{- end }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "cam.labels" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          image: {{ include "cam.image" (dict "root" .root "name" "cam-server") | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext:
            {{- include "cam.containerSecurity" . | nindent 12 }}
          ports:
            - { name: http, containerPort: {{ .port }} }
          env:
            - { name: CAM_ROLE, value: {{ .component }} }
            - { name: {{ if eq .component "reports" }}REPORTS_PORT{{ else }}PORT{{ end }}, value: {{ .port | quote }} }
            {{- include "cam.commonEnv" . | nindent 12 }}
            {{- if .hasDatabase }}
            {{- include "cam.serverEnv" . | nindent 12 }}
            {{- end }}
            {{- if eq .component "api" }}
            - { name: CAM_HOST_URL, value: {{ printf "http://%s-host:8080" .root.Release.Name | quote }} }
            {{- end }}
          # The first start brings the schema of the database up to date.
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 5
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          lifecycle:
            # The pod gets requests until every proxy knows that it stops.
            preStop: { exec: { command: [sleep, '5'] } }
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .hasDatabase }}
            - { name: data, mountPath: /data }
            {{- end }}
            {{- if .keys }}
            - { name: secrets, mountPath: /run/secrets/cam, readOnly: true }
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 256Mi }
        {{- if .hasDatabase }}
        - name: data
          emptyDir: { sizeLimit: {{ .scratch }} }
        {{- end }}
        {{- if .keys }}
        {{- include "cam.secretVolume" . | nindent 8 }}
        {{- end }}
{{- end }}

{{- define "cam.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "cam.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "cam.labels" . | nindent 4 }}
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
{{- end }}

{{/* The keys of the Secret that servers need. */}}
{{- define "cam.serverKeys" -}}
{{- $has := .root.Values.secret.has -}}
database-url secret-key operator-key
{{- if .root.Values.storage.accessKeyId }} storage-secret-access-key{{ end }}
{{- if $has.smtpUrl }} smtp-url{{ end }}
{{- if $has.metricsToken }} metrics-token{{ end }}
{{- end }}
