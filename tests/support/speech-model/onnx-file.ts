// Writes small ONNX models, with only the protobuf fields that they need.

/** A field of a message, with its number. */
type Field = Buffer;
export const dataTypes = { float: 1, int32: 6, int64: 7 } as const;
export type Value = { name: string; type: number; shape: readonly (number | string)[] };
export type Node = { op: string; inputs: readonly string[]; outputs: readonly string[]; attributes?: readonly Field[] };
export type Constant = { name: string; shape: readonly number[]; data: Float32Array | BigInt64Array };

/** Returns a model of these nodes, with the metadata that the recogniser reads. */
export function onnxFile(graph: {
  nodes: readonly Node[];
  constants: readonly Constant[];
  inputs: readonly Value[];
  outputs: readonly Value[];
  metadata?: Readonly<Record<string, string>>;
}): Buffer {
  const body = [
    ...graph.nodes.map(nodeField),
    text(2, 'tiny'),
    ...graph.constants.map(constantField),
    ...graph.inputs.map((value) => valueField(11, value)),
    ...graph.outputs.map((value) => valueField(12, value)),
  ];
  const metadata = Object.entries(graph.metadata ?? {}).map(([key, value]) =>
    message(14, text(1, key), text(2, value)),
  );
  const operators = message(8, text(1, ''), integer(2, 13));
  return Buffer.concat([integer(1, 8), message(7, ...body), operators, ...metadata]);
}

export function integers(name: string, values: readonly number[]): Field {
  return message(5, text(1, name), ...values.map((value) => integer(8, value)), integer(20, 7));
}

export function integerAttribute(name: string, value: number): Field {
  return message(5, text(1, name), integer(3, value), integer(20, 2));
}

function nodeField({ op, inputs, outputs, attributes = [] }: Node): Field {
  return message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...attributes,
  );
}

function constantField({ name, shape, data }: Constant): Field {
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const type = data instanceof Float32Array ? dataTypes.float : dataTypes.int64;
  return message(5, ...shape.map((size) => integer(1, size)), integer(2, type), text(8, name), bytes(9, raw));
}

function valueField(field: number, { name, type, shape }: Value): Field {
  const sizes = shape.map((size) => message(1, typeof size === 'string' ? text(2, size) : integer(1, size)));
  return message(field, text(1, name), message(2, message(1, integer(1, type), message(2, ...sizes))));
}

function message(field: number, ...parts: Field[]): Field {
  return bytes(field, Buffer.concat(parts));
}

function text(field: number, value: string): Field {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, value: Buffer): Field {
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
}

function integer(field: number, value: number): Field {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const found: number[] = [];
  let left = value;
  while (left >= 128) {
    found.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return Buffer.from([...found, left]);
}
