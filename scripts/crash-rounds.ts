// node --import tsx scripts/crash-rounds.ts [rounds]   kills and restarts the service during writes (default: 20 rounds) and
// checks every acknowledged entry. Exit code 1 if one was lost.
import { runCrashRounds } from '#test/process/crash-rounds.ts';
import { buildService } from '#test/process/service.ts';

const rounds = Number(process.argv[2] ?? 20);
const build = await buildService();
try {
  const results = await runCrashRounds(build, rounds, (round, number) => {
    const { killed, acknowledged, lost, unacknowledged, restartMs } = round;
    process.stdout.write(
      `round ${number}: killed the ${killed}, ${acknowledged} acknowledged, ${lost} lost in total, ` +
        `${unacknowledged} stored without a response, restarted in ${restartMs} ms\n`,
    );
  });
  const acknowledged = results.reduce((sum, round) => sum + round.acknowledged, 0);
  const lost = results.at(-1)?.lost ?? 0;
  process.stdout.write(`${results.length} rounds, ${acknowledged} acknowledged entries, ${lost} lost\n`);
  process.exitCode = lost > 0 ? 1 : 0;
} finally {
  await build.delete();
}
