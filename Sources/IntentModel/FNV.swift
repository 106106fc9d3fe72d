/// The FNV-1a hash of some bytes, 64 bits: the same on every machine and in every run.
///
/// It tells texts apart; it is not a cryptographic hash.
///
/// Source: the offset basis and the prime of <http://www.isthe.com/chongo/tech/comp/fnv/>.
// Inlined so that each caller gets a loop over its own kind of bytes: a call for each byte costs as much as
// all the rest of an answer.
@inlinable
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
