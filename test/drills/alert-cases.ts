/** What Prometheus sees, and which alerts fire then (true) or must not (false). Each alert fires in one of the cases. */
export type AlertCase = {
  name: string;
  series: Readonly<Record<string, string>>;
  /** Minutes. */
  at: number;
  /** Minutes between two samples; default 1. */
  step?: number;
  alerts: Readonly<Record<string, boolean>>;
};

const requests = (status: number) =>
  `http_request_duration_seconds_count{method="GET",route="/api/journal",status="${status}"}`;
const FAST_ENOUGH = 'http_request_duration_seconds_bucket{route="/api/journal",le="0.5"}';

/** So many jobs, of which the first is late. */
const jobs = (count: number, samples: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `job_lateness_seconds{job_name="job-${index}"}`,
      `${index === 0 ? 2000 : 0}x${samples}`,
    ]),
  );

export const ALERT_CASES: readonly AlertCase[] = [
  {
    name: 'one node of two is down',
    series: {
      'up{job="meadow",instance="a"}': '0x20',
      'up{job="meadow",instance="b"}': '1x20',
    },
    at: 5,
    alerts: { NodeDown: true, AllNodesDown: false },
  },
  {
    name: 'all nodes are down',
    series: {
      'up{job="meadow",instance="a"}': '0x20',
    },
    at: 5,
    alerts: { NodeDown: true, AllNodesDown: true },
  },
  {
    name: 'a node restarts again and again',
    series: {
      'process_start_time_seconds{job="meadow",instance="a"}': '0+300x40',
    },
    at: 30,
    alerts: { NodeRestartsOften: true },
  },
  {
    name: 'a node has started once',
    series: {
      'process_start_time_seconds{job="meadow",instance="a"}': '5x10 9x30',
    },
    at: 30,
    alerts: { NodeRestartsOften: false },
  },
  {
    name: 'an update stops half way',
    series: {
      'meadow_build_info{version="1",instance="a"}': '1x90',
      'meadow_build_info{version="2",instance="b"}': '1x90',
    },
    at: 80,
    alerts: { VersionsDiffer: true },
  },
  {
    name: 'the event loop is slow',
    series: {
      'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.4x20',
    },
    at: 10,
    alerts: { EventLoopSlow: true },
  },
  {
    name: 'the database is gone',
    series: {
      'database_errors_total{class="08"}': '0+120x20',
    },
    at: 5,
    alerts: { DatabaseConnectionsFail: true },
  },
  {
    name: 'statements conflict now and then',
    series: {
      'database_errors_total{class="40"}': '0+120x20',
    },
    at: 5,
    alerts: { DatabaseConnectionsFail: false },
  },
  {
    name: 'a channel is not heard',
    series: {
      'database_channel_connected{instance="a",channel="events"}': '0x20',
      'database_channel_connected{instance="a",channel="account_change"}': '1x20',
    },
    at: 5,
    alerts: { DatabaseChannelDown: true },
  },
  {
    name: 'no node reads from a replica',
    series: {
      'database_replica_ready{replica="one:5432",instance="a"}': '0x20',
      'database_replica_ready{replica="one:5432",instance="b"}': '0x20',
      'database_replica_ready{replica="two:5432",instance="a"}': '1x20',
    },
    at: 6,
    alerts: { ReplicaNotReady: true },
  },
  {
    name: 'one node does not read from a replica',
    series: {
      'database_replica_ready{replica="one:5432",instance="a"}': '0x20',
      'database_replica_ready{replica="one:5432",instance="b"}': '1x20',
    },
    at: 6,
    alerts: { ReplicaNotReady: false },
  },
  {
    name: 'the pool is exhausted',
    series: {
      'database_pool_waiting{pool="requests",instance="a"}': '4x20',
    },
    at: 5,
    alerts: { DatabasePoolExhausted: true },
  },
  {
    name: 'the pool is exhausted for a moment',
    series: {
      'database_pool_waiting{pool="requests",instance="a"}': '0 0 9 0 0 0 0',
    },
    at: 3,
    alerts: { DatabasePoolExhausted: false },
  },
  {
    name: 'the database is slow',
    series: {
      'database_statement_duration_seconds_bucket{le="0.1"}': '0+10x30',
      'database_statement_duration_seconds_bucket{le="0.25"}': '0+100x30',
      'database_statement_duration_seconds_bucket{le="+Inf"}': '0+100x30',
    },
    at: 20,
    alerts: { DatabaseSlow: true },
  },
  {
    name: 'requests are shed',
    series: {
      'http_errors_total{code="server.overloaded"}': '0+120x20',
      'http_errors_total{code="route.unknown"}': '0+9000x20',
    },
    at: 12,
    alerts: { RequestsShed: true },
  },
  {
    name: 'a caller is limited',
    series: {
      'http_errors_total{code="request.rate-limited"}': '0+600x40',
    },
    at: 25,
    alerts: { CallersLimited: true },
  },
  {
    name: 'a job is late',
    series: {
      'job_lateness_seconds{job_name="reminders",instance="a"}': '0+60x60',
      'job_lateness_seconds{job_name="reports",instance="a"}': '0x60',
    },
    at: 45,
    alerts: { JobLate: true },
  },
  {
    name: 'a job fails',
    series: {
      'job_run_duration_seconds_count{job_name="reminders",result="failed"}': '0 1 2 3 4 5 6 6 6',
    },
    at: 7,
    alerts: { JobFails: true },
  },
  {
    name: 'a queue is delayed',
    series: {
      'queue_delay_seconds{queue="exports"}': '2000x20',
      'queue_delay_seconds{queue="events"}': '0x20',
    },
    at: 10,
    alerts: { QueueDelayed: true },
  },
  {
    name: 'webhooks are delayed',
    series: {
      'queue_delay_seconds{queue="webhooks"}': '8000x20',
    },
    at: 10,
    alerts: { WebhooksDelayed: true },
  },
  {
    name: 'emails are delayed',
    series: {
      'queue_delay_seconds{queue="mails"}': '1900x20',
    },
    at: 10,
    alerts: { MailDelayed: true, QueueDelayed: false },
  },
  {
    name: 'events are stuck',
    series: {
      'queue_delay_seconds{queue="events"}': '0 30 60 90 120 150 180',
    },
    at: 5,
    alerts: { EventsStuck: true },
  },
  {
    name: 'the mail server fails',
    series: {
      'provider_circuit_open{provider="Mail",circuit="server"}': '1x20',
    },
    at: 10,
    alerts: { MailCircuitOpen: true, ProviderCircuitOpen: false },
  },
  {
    name: 'a provider is paused',
    series: {
      'provider_circuit_open{provider="AI",circuit="texts"}': '1x20',
    },
    at: 10,
    alerts: { MailCircuitOpen: false, ProviderCircuitOpen: true },
  },
  {
    name: 'a provider fails mostly',
    series: {
      'provider_call_duration_seconds_count{provider="Push",result="failed"}': '0+60x60',
      'provider_call_duration_seconds_count{provider="Push",result="succeeded"}': '0+30x60',
    },
    at: 40,
    alerts: { ProviderFails: true },
  },
  {
    name: 'a disk is nearly full',
    series: {
      'disk_free_bytes{holds="data",instance="a"}': '3e9x20',
      'disk_total_bytes{holds="data",instance="a"}': '100e9x20',
    },
    at: 10,
    alerts: { DiskLow: true },
  },
  {
    name: 'a disk fills up',
    series: {
      'disk_free_bytes{holds="data",instance="a"}': '90e9-20e6x600',
      'disk_total_bytes{holds="data",instance="a"}': '100e9x600',
    },
    at: 500,
    alerts: { DiskFillsUp: true, DiskLow: false },
  },
  {
    name: 'the clock of a node is behind',
    series: {
      'clock_offset_seconds{instance="a"}': '-7x20',
      'clock_offset_seconds{instance="b"}': '0.1x20',
    },
    at: 10,
    alerts: { ClockOff: true },
  },
  {
    name: 'the clock of a node agrees again',
    series: {
      'clock_offset_seconds{instance="a"}': '7x3 0x20',
    },
    at: 10,
    alerts: { ClockOff: false },
  },
  {
    name: 'the last backup is old',
    series: {
      'job_last_success_timestamp_seconds{job_name="backup"}': '0x110',
    },
    at: 3090,
    step: 30,
    alerts: { BackupMissing: true },
  },
  {
    name: 'a backup is recent',
    series: {
      'job_last_success_timestamp_seconds{job_name="backup"}': '100000x110',
    },
    at: 3090,
    step: 30,
    alerts: { BackupMissing: false },
  },
  {
    name: 'two of a hundred requests fail',
    series: {
      [requests(200)]: '0+980x120',
      [requests(503)]: '0+20x120',
      [FAST_ENOUGH]: '0+1000x120',
    },
    at: 90,
    alerts: { AvailabilityBudgetBurnsFast: true, LatencyBudgetBurnsFast: false },
  },
  {
    name: 'probes of a node that starts do not count',
    series: {
      [requests(200)]: '0+1000x120',
      'http_request_duration_seconds_count{method="GET",route="/health/ready",status="503"}': '0+500x120',
    },
    at: 90,
    alerts: { AvailabilityBudgetBurnsFast: false },
  },
  {
    name: 'a small part of the requests fails for days',
    series: {
      [requests(200)]: '0+29940x900',
      [requests(503)]: '0+60x900',
    },
    at: 4400,
    step: 5,
    alerts: { AvailabilityBudgetBurnsFast: false, AvailabilityBudgetBurnsSlow: true },
  },
  {
    name: 'one request in five is slow',
    series: {
      [requests(200)]: '0+1000x120',
      [FAST_ENOUGH]: '0+800x120',
    },
    at: 90,
    alerts: { LatencyBudgetBurnsFast: true },
  },
  {
    name: 'a part of the requests is slow for days',
    series: {
      [requests(200)]: '0+1000x900',
      [FAST_ENOUGH]: '0+985x900',
    },
    at: 4400,
    step: 5,
    alerts: { LatencyBudgetBurnsFast: false, LatencyBudgetBurnsSlow: true },
  },
  {
    name: 'a tenth of the jobs is late',
    series: jobs(10, 120),
    at: 90,
    alerts: { JobFreshnessBudgetBurnsFast: true },
  },
  {
    name: 'one job of a hundred is late for days',
    series: jobs(100, 900),
    at: 4400,
    step: 5,
    alerts: { JobFreshnessBudgetBurnsFast: false, JobFreshnessBudgetBurnsSlow: true },
  },
];
