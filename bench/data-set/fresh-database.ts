import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';

/** Makes a database of this name with the tables of the service, does the work on it, and drops it. */
export async function withFreshDatabase<Result>(
  cluster: Cluster,
  name: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const drop = () =>
    withClient(maintenanceUrlOf(cluster), (client) => client.query(`drop database if exists ${name} with (force)`));
  await drop();
  await withClient(maintenanceUrlOf(cluster), (client) => client.query(`create database ${name}`));
  try {
    const url = cluster.urlOf(name);
    await migrate(url, MIGRATIONS);
    return await work(url);
  } finally {
    await drop();
  }
}
