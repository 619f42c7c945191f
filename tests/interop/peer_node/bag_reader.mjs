// Prints the messages of an MCAP file as @mcap/core reads them, checksums and all: topic, type, time
// received, time published, bytes. Usage: node bag_reader.mjs --modules FOLDER FILE
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [, modules, path] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { McapStreamReader } = require("@mcap/core");
const fzstd = require("fzstd");
const lz4 = require("lz4js");

const reader = new McapStreamReader({
  validateCrcs: true,
  decompressHandlers: {
    zstd: (bytes) => fzstd.decompress(bytes),
    lz4: (bytes) => lz4.decompress(bytes),
  },
});
const types = new Map();
const channels = new Map();
const lines = [];
reader.append(readFileSync(path));
for (let record; (record = reader.nextRecord()); ) {
  if (record.type === "Schema") types.set(record.id, record.name);
  if (record.type === "Channel") channels.set(record.id, record);
  if (record.type !== "Message") continue;
  const { topic, schemaId } = channels.get(record.channelId);
  const data = Buffer.from(record.data).toString("hex");
  lines.push(`${topic} ${types.get(schemaId)} ${record.logTime} ${record.publishTime} ${data}`);
}
if (!reader.done()) throw new Error(`${path}: it goes on behind what was read`);
process.stdout.write(lines.join("\n") + "\n");
