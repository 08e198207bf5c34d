{{- define "dialwright.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "dialwright.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "dialwright.labels" -}}
{{ include "dialwright.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "dialwright.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Of every container. Nothing but /data and /tmp is written. */ -}}
{{- define "dialwright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "dialwright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- /* Settings of every process, as a list. The last of a name counts. */ -}}
{{- define "dialwright.settings" -}}
{{- if .Values.recordings.existingClaim }}
- { name: DIALWRIGHT_RECORDINGS, value: /data/recordings }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
# Lists of contacts wait here while they are imported.
- { name: TMPDIR, value: /data }
# The job before the rollout does it.
- { name: DIALWRIGHT_MIGRATE, value: never }
- { name: DIALWRIGHT_METRICS, value: '0.0.0.0:9464' }
{{- end }}

{{- define "dialwright.temporal" -}}
- { name: TEMPORAL_ADDRESS, value: {{ .Values.temporal.address | quote }} }
- { name: TEMPORAL_NAMESPACE, value: {{ .Values.temporal.namespace | quote }} }
{{- with .Values.temporal.apiKey }}{{ if .secretName }}
- name: TEMPORAL_API_KEY
  valueFrom: { secretKeyRef: { name: {{ .secretName }}, key: {{ .key }} } }
{{- end }}{{ end }}
{{- if .Values.temporal.mtls.secretName }}
- { name: TEMPORAL_TLS_CLIENT_CERT_PATH, value: /etc/temporal/tls/tls.crt }
- { name: TEMPORAL_TLS_CLIENT_KEY_PATH, value: /etc/temporal/tls/tls.key }
{{- end }}
{{- end }}

{{- define "dialwright.secrets" -}}
- secretRef: { name: {{ .Values.secretName }} }
{{- end }}

{{- define "dialwright.filesMount" -}}
{{- if .Values.configMapName }}
- { name: files, mountPath: /etc/dialwright, readOnly: true }
{{- end }}
{{- end }}

{{- define "dialwright.filesVolume" -}}
{{- if .Values.configMapName }}
- { name: files, configMap: { name: {{ .Values.configMapName }} } }
{{- end }}
{{- end }}

{{- define "dialwright.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- include "dialwright.filesMount" . }}
{{- if .Values.recordings.existingClaim }}
- { name: recordings, mountPath: /data/recordings }
{{- end }}
{{- end }}

{{- define "dialwright.volumes" -}}
- { name: data, emptyDir: { sizeLimit: 2Gi } }
- { name: tmp, emptyDir: { sizeLimit: 64Mi } }
{{- include "dialwright.filesVolume" . }}
{{- if .Values.recordings.existingClaim }}
- name: recordings
  persistentVolumeClaim: { claimName: {{ .Values.recordings.existingClaim }} }
{{- end }}
{{- end }}

{{- define "dialwright.tlsMount" -}}
{{- if .Values.temporal.mtls.secretName }}
- { name: temporal-tls, mountPath: /etc/temporal/tls, readOnly: true }
{{- end }}
{{- end }}

{{- define "dialwright.tlsVolume" -}}
{{- if .Values.temporal.mtls.secretName }}
- { name: temporal-tls, secret: { secretName: {{ .Values.temporal.mtls.secretName }} } }
{{- end }}
{{- end }}

{{- /* Pods of one component on several nodes, where there are several. */ -}}
{{- define "dialwright.placement" -}}
{{- with .values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "dialwright.selector" . | nindent 8 }}
{{- end }}

{{- /* The pod of a worker, of a Deployment and of a WorkerDeployment. */ -}}
{{- define "dialwright.workerPod" -}}
{{- $part := dict "root" . "component" "worker" "values" .Values.worker -}}
metadata:
  labels: {{- include "dialwright.labels" $part | nindent 4 }}
  {{- with .Values.worker.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ .Values.worker.stopsWithinSeconds }}
  securityContext: {{- include "dialwright.podSecurity" . | nindent 4 }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: worker
      image: {{ include "dialwright.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      command: [node, --max-semi-space-size=4, --max-old-space-size=256, --import, ./bin/compile-cache.js, src/worker.ts]
      securityContext: {{- include "dialwright.containerSecurity" . | nindent 8 }}
      envFrom: {{- include "dialwright.secrets" . | nindent 8 }}
      env:
        {{- include "dialwright.settings" . | nindent 8 }}
        {{- /* The controller adds Temporal's settings itself. */}}
        {{- if not .Values.worker.versioning.enabled }}
        {{- include "dialwright.temporal" . | nindent 8 }}
        {{- end }}
      ports:
        - { name: metrics, containerPort: 9464 }
      startupProbe:
        httpGet: { path: /livez, port: metrics }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /livez, port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: metrics }
        periodSeconds: 5
        timeoutSeconds: 5
      resources: {{- toYaml .Values.worker.resources | nindent 8 }}
      volumeMounts:
        {{- include "dialwright.mounts" . | nindent 8 }}
        {{- if not .Values.worker.versioning.enabled }}{{ include "dialwright.tlsMount" . | nindent 8 }}{{ end }}
  volumes:
    {{- include "dialwright.volumes" . | nindent 4 }}
    {{- if not .Values.worker.versioning.enabled }}{{ include "dialwright.tlsVolume" . | nindent 4 }}{{ end }}
  {{- include "dialwright.placement" $part | nindent 2 }}
{{- end }}

{{- /* How many workers there must be. */ -}}
{{- define "dialwright.workerScaling" -}}
minReplicas: {{ .minReplicas }}
maxReplicas: {{ .maxReplicas }}
metrics:
  {{- if .slots.metric }}
  - type: Pods
    pods:
      metric: { name: {{ .slots.metric }} }
      target: { type: AverageValue, averageValue: {{ .slots.average | quote }} }
  {{- else }}
  - type: Resource
    resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .cpuPercent }} } }
  {{- end }}
behavior:
  # A call lasts minutes: workers go slowly.
  scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: Pods, value: 1, periodSeconds: 120 }] }
{{- end }}
