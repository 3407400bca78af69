// Perft for American (English) and International draughts: the yardstick that says how fast the game can be walked.
//
//     g++ -O3 -march=native -std=c++20 perft.cpp -o perft
//     g++ -O3 -march=native -std=c++20 -shared -fPIC -DLIBRARY perft.cpp -o libperft.so
//
//     perft american|international DEPTH [FEN] [--distinct]
//
// One thread, no hash table and no move list: a position is three words (own pieces, opponent's pieces, kings of both)
// passed by value, a child is three new words, and most moves of the last two plies are counted without being made.
//
// Captures that take the same pieces in another order count separately, but the stop-overs of a flying king between two
// captures on one straight line count once. With --distinct, equal (origin, destination, captured set) counts once.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// The kernel relies on being one flat function per ply; left alone, the compiler outlines the pieces that matter.
#define INLINE_LAMBDA __attribute__((always_inline))
#define INLINE INLINE_LAMBDA inline

namespace {

using u64 = std::uint64_t;

// ---------------------------------------------------------------------------------------------------------- boards

// Squares sit in the word with one ghost bit after every second row: square (row, column) is bit
// ((Size + 1) * row + column) / 2. Every diagonal is then one constant shift, and a step over the edge ends on a ghost
// or outside the word; masking the empty squares once is all the wrap-around protection that is needed.
template <int Size>
struct Board {
    static constexpr int squares = Size * Size / 2;
    static constexpr int bits = ((Size + 1) * (Size - 1) + Size) / 2;
    static constexpr int left = Size / 2, right = left + 1;  // one row down, to the left and to the right

    static constexpr u64 square(int index) {
        const int row = index / (Size / 2), column = 2 * (index % (Size / 2)) + 1 - row % 2;
        return u64{1} << ((Size + 1) * row + column) / 2;
    }
    // From plain square order, in which bit i is the square of index i.
    static constexpr u64 from_plain(u64 plain) {
        u64 set = 0;
        for (; plain; plain &= plain - 1) set |= square(std::countr_zero(plain));
        return set;
    }
    static constexpr u64 valid = from_plain((u64{1} << squares) - 1);
    static constexpr u64 top = from_plain((u64{1} << Size / 2) - 1), bottom = top << ((Size + 1) * (Size - 1) / 2);
};

struct American : Board<8> {
    static constexpr bool flying = false;    // kings run along a whole diagonal
    static constexpr bool men_jump_back = false;
    static constexpr bool majority = false;  // only the captures that take most are legal
};

struct International : Board<10> {
    static constexpr bool flying = true;
    static constexpr bool men_jump_back = true;
    static constexpr bool majority = true;
};

INLINE u64 popcount(u64 set) { return static_cast<u64>(std::popcount(set)); }

// A direction is its signed shift, so the opposite direction is its negative.
template <int D>
INLINE constexpr u64 step(u64 set) {
    if constexpr (D > 0) return set << D;
    else return set >> -D;
}

template <int D>
constexpr std::integral_constant<int, D> direction{};

// Calls f(D) with the four directions as compile-time constants.
template <class R, class F>
INLINE void each_direction(F&& f) {
    f(direction<R::left>), f(direction<R::right>), f(direction<-R::left>), f(direction<-R::right>);
}

template <class F>
INLINE void each_bit(u64 set, F&& f) {
    for (; set; set &= set - 1) f(set & -set);
}

template <bool Black>
constexpr bool is_forward(int d) { return (d > 0) == Black; }

// Men jump in the forward directions or in all; a piece never turns back over what it has just taken (Came, 0 at first).
template <class R, bool Black, bool King>
constexpr bool may_jump(int d, int came = 0) { return d != -came && (King || R::men_jump_back || is_forward<Black>(d)); }

template <class R, bool Black>
constexpr u64 crown = Black ? R::bottom : R::top;

// ------------------------------------------------------------------------------------------------------------ rays

template <class R, int D>
constexpr auto rays = [] {
    std::array<u64, R::bits> table{};
    for (int bit = 0; bit < R::bits; ++bit)
        for (u64 at = step<D>(u64{1} << bit) & R::valid; at; at = step<D>(at) & R::valid) table[bit] |= at;
    return table;
}();

// The piece that a flying king on `square` would take in direction D.
template <class R, int D>
INLINE u64 victim_on_ray(u64 square, u64 left, u64 empty) {
    const u64 pieces = rays<R, D>[std::countr_zero(square)] & ~empty;
    return (D > 0 ? pieces & -pieces : std::bit_floor(pieces)) & left & step<-D>(empty);
}

// The empty squares from `square` to the first piece in direction D.
template <class R, int D>
INLINE u64 run(u64 square, u64 empty) {
    const u64 ray = rays<R, D>[std::countr_zero(square)], pieces = ray & ~empty;
    return ray & empty & (D > 0 ? pieces ^ (pieces - 1) : ~u64{0} << (63 - std::countl_zero(pieces | 1)));
}

// -------------------------------------------------------------------------------------- captures of a single piece

// `left` are the pieces that can still be taken. Those taken already stay on the board until the turn ends, so they are
// neither in `left` nor in `empty`; the origin is in `empty` from the first jump. end(destination, left) is called for
// every capture that cannot go on.
//
// A count is one word, pieces taken << 32 | ways. Under the majority rule the longest captures replace all others; with
// free choice the length stays zero and ways add up.
constexpr u64 one_piece = u64{1} << 32;

template <class R>
INLINE u64 merge(u64 a, u64 b) {
    if constexpr (!R::majority) return a + b;
    else return (a >> 32) == (b >> 32) ? a + static_cast<std::uint32_t>(b) : std::max(a, b);
}

template <class R>
INLINE u64 after_jump(u64 ways_on, u64 ends) { return (R::majority ? one_piece : 0) + (ways_on ? ways_on : ends); }

constexpr auto ignore = [](u64, u64) {};

template <class R, bool Black, bool King, int Came = 0, class F>
u64 jump_on(u64 square, u64 left, u64 empty, const F& end) {
    u64 best = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        if constexpr (may_jump<R, Black, King>(D, Came)) {
            const u64 victim = step<D>(square) & left, landing = step<D>(victim) & empty;
            if (landing) best = merge<R>(best, jump_on<R, Black, King, D>(landing, left ^ victim, empty, end));
        }
    });
    if constexpr (Came == 0) return best;
    if (!best) end(square, left);
    return after_jump<R>(best, 1);
}

// A flying king has just taken `victim` in direction D. Going straight on does not depend on where it stops in between
// and counts once; turning does.
template <class R, int D, class F>
u64 fly_on(u64 victim, u64 left, u64 empty, const F& end) {
    constexpr int across = D == R::left || D == -R::left ? R::right : R::left;
    const u64 landings = run<R, D>(victim, empty);
    u64 best = 0;
    const auto take = [&](u64 from, auto E) INLINE_LAMBDA {
        if (const u64 next = victim_on_ray<R, E>(from, left, empty))
            best = merge<R>(best, fly_on<R, E>(next, left ^ next, empty, end));
    };
    take(victim, direction<D>);
    each_bit(landings, [&](u64 landing) INLINE_LAMBDA { take(landing, direction<across>), take(landing, direction<-across>); });
    if (!best) each_bit(landings, [&](u64 landing) INLINE_LAMBDA { end(landing, left); });
    return after_jump<R>(best, popcount(landings));
}

template <class R, bool Black, bool King, class F>
INLINE u64 captures_of(u64 square, u64 left, u64 empty, const F& end) {
    empty |= square;
    if constexpr (!King || !R::flying) return jump_on<R, Black, King>(square, left, empty, end);
    u64 best = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        if (const u64 victim = victim_on_ray<R, D>(square, left, empty))
            best = merge<R>(best, fly_on<R, D>(victim, left ^ victim, empty, end));
    });
    return best;
}

// The same with every (destination, captured set) reported once.
template <class R, bool Black, bool King, class F>
void distinct_captures_of(u64 square, u64 left, u64 empty, const F& end) {
    std::vector<std::pair<u64, u64>> seen;
    captures_of<R, Black, King>(square, left, empty, [&](u64 destination, u64 rest) {
        const std::pair capture{destination, rest};
        if (std::find(seen.begin(), seen.end(), capture) == seen.end()) seen.push_back(capture);
    });
    for (const auto& [destination, rest] : seen) end(destination, rest);
}

// ---------------------------------------------------------------------------------------------- captures of a side

// For each direction, the squares from which a short jump over an opponent is possible.
template <class R, bool Black, bool King = false>
struct Takeoffs {
    u64 left, right, minus_left, minus_right;

    INLINE Takeoffs(u64 opp, u64 empty) {
        const auto from = [&](auto D) INLINE_LAMBDA {
            return may_jump<R, Black, King>(D) ? step<-D>(opp) & step<-2 * D>(empty) : 0;
        };
        left = from(direction<R::left>), minus_left = from(direction<-R::left>);
        right = from(direction<R::right>), minus_right = from(direction<-R::right>);
    }
    INLINE u64 in(int d) const { return d == R::left ? left : d == R::right ? right : d == -R::left ? minus_left : minus_right; }
    INLINE u64 any() const { return left | right | minus_left | minus_right; }

    // After a jump in direction d a piece may do all but turn back.
    INLINE u64 after(int d) const {
        return (d == -R::left ? 0 : left) | (d == -R::right ? 0 : right) | (d == R::left ? 0 : minus_left) | (d == R::right ? 0 : minus_right);
    }
};

template <class R>
INLINE u64 king_jumpers(u64 kings, u64 opp, u64 empty) {
    if constexpr (!R::flying) return kings & Takeoffs<R, true, true>(opp, empty).any();
    u64 jumpers = 0;
    each_bit(kings, [&](u64 king) INLINE_LAMBDA {
        each_direction<R>([&](auto D) INLINE_LAMBDA { jumpers |= victim_on_ray<R, D>(king, opp, empty) ? king : 0; });
    });
    return jumpers;
}

// Captures of all men, as sets. Up to three jumps a man cannot meet its own traces (it needs four to come round), so the
// landings of all men can jump on together. Forward-only men never make more than three: every jump begins a way, and
// every landing with a choice of two continuations adds one. Under the majority rule the common lengths one and two are
// counted so and the others piece by piece.
template <class R, bool Black>
INLINE u64 count_men(u64 men, u64 opp, u64 empty) {
    const Takeoffs<R, Black> from(opp, empty);
    const auto landings = [&](auto D, u64 movers) INLINE_LAMBDA { return step<2 * D>(movers & from.in(D)); };
    if (!(men & from.any())) return 0;
    if constexpr (!R::men_jump_back) {
        constexpr auto A = direction<Black ? R::left : -R::left>, B = direction<Black ? R::right : -R::right>;
        const u64 a = landings(A, men), b = landings(B, men), both = from.in(A) & from.in(B);
        u64 ways = popcount(a) + popcount(b);
        if ((a | b) & from.any())
            for (const u64 set : {a, b, landings(A, a), landings(B, a), landings(A, b), landings(B, b)}) ways += popcount(set & both);
        return ways;
    }
    u64 singles = 0, doubles = 0, going_on = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        singles += popcount(landings(D, men));
        going_on |= landings(D, men) & from.after(D);
    });
    if (!going_on) return one_piece + singles;
    going_on = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        each_direction<R>([&](auto E) INLINE_LAMBDA {
            const u64 second = E == -D ? 0 : landings(E, landings(D, men));
            doubles += popcount(second);
            going_on |= second & from.after(E);
        });
    });
    if (!going_on) return 2 * one_piece + doubles;
    u64 best = 0;
    each_bit(men & from.any(), [&](u64 man) INLINE_LAMBDA { best = merge<R>(best, captures_of<R, Black, false>(man, opp, empty, ignore)); });
    return best;
}

template <class R, bool Black>
INLINE u64 count_captures(u64 own, u64 opp, u64 kings, u64 empty) {
    u64 best = count_men<R, Black>(own & ~kings, opp, empty);
    each_bit(own & kings, [&](u64 king) INLINE_LAMBDA { best = merge<R>(best, captures_of<R, Black, true>(king, opp, empty, ignore)); });
    return best;
}

// Calls child(own, opp, kings) for the position after every legal capture; false if there is none. Under the majority
// rule a count comes first, and then the same walk again that drops the shorter captures: no list is kept.
template <class R, bool Black, bool Distinct, class F>
INLINE bool each_capture(u64 own, u64 opp, u64 kings, u64 empty, const F& child) {
    const Takeoffs<R, Black> from(opp, empty);
    const u64 men = own & ~kings & from.any(), royal = king_jumpers<R>(own & kings, opp, empty);
    if (!(men | royal)) return false;
    const u64 most = R::majority ? count_captures<R, Black>(men | royal, opp, kings, empty) >> 32 : 0;

    const auto man_child = [&](u64 man, u64 destination, u64 left) INLINE_LAMBDA {
        if (R::majority && popcount(opp ^ left) != most) return;
        child((own ^ man) | destination, left, (kings & ~(opp ^ left)) | (destination & crown<R, Black>));
    };
    if (Distinct && most >= 4)  // men have equal captures only of four pieces or more
        each_bit(men, [&](u64 man) INLINE_LAMBDA {
            distinct_captures_of<R, Black, false>(man, opp, empty, [&](u64 destination, u64 left) { man_child(man, destination, left); });
        });
    else
        each_direction<R>([&](auto D) INLINE_LAMBDA {
            const u64 landings = step<2 * D>(men & from.in(D)), going_on = landings & from.after(D);
            if (!R::majority || most == 1)
                each_bit(landings ^ going_on, [&](u64 landing) INLINE_LAMBDA {
                    child(own ^ step<-2 * D>(landing) ^ landing, opp ^ step<-D>(landing),
                          (kings & ~step<-D>(landing)) | (landing & crown<R, Black>));
                });
            each_bit(going_on, [&](u64 landing) INLINE_LAMBDA {
                const u64 man = step<-2 * D>(landing);
                jump_on<R, Black, false, D>(landing, opp ^ step<-D>(landing), empty | man,
                                            [&](u64 destination, u64 left) INLINE_LAMBDA { man_child(man, destination, left); });
            });
        });

    each_bit(royal, [&](u64 king) INLINE_LAMBDA {
        const auto end = [&](u64 destination, u64 left) INLINE_LAMBDA {
            if (R::majority && popcount(opp ^ left) != most) return;
            child((own ^ king) | destination, left, ((kings & ~(opp ^ left)) ^ king) | destination);
        };
        if (Distinct && (!R::majority || most >= 2)) distinct_captures_of<R, Black, true>(king, opp, empty, end);
        else captures_of<R, Black, true>(king, opp, empty, end);
    });
    return true;
}

// ------------------------------------------------------------------------------------------------------ quiet moves

template <class R>
INLINE u64 king_moves(u64 king, u64 empty) {
    u64 moves = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA { moves |= R::flying ? run<R, D>(king, empty) : step<D>(king) & empty; });
    return moves;
}

// Calls child(own, opp, kings) for the position after every quiet move.
template <class R, bool Black, class F>
INLINE void each_quiet(u64 own, u64 opp, u64 kings, u64 empty, const F& child) {
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        if constexpr (is_forward<Black>(D))
            each_bit(own & ~kings & step<-D>(empty), [&](u64 man) INLINE_LAMBDA {
                child(own ^ man ^ step<D>(man), opp, kings | (step<D>(man) & crown<R, Black>));
            });
    });
    each_bit(own & kings, [&](u64 king) INLINE_LAMBDA {
        each_bit(king_moves<R>(king, empty), [&](u64 to) INLINE_LAMBDA { child(own ^ king ^ to, opp, kings ^ king ^ to); });
    });
}

// ------------------------------------------------------------------------------------------------------- last plies

// The number of legal captures.
template <class R, bool Black, bool Distinct>
INLINE u64 leaf_captures(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 count = count_captures<R, Black>(own, opp, kings, empty);
    const bool may_repeat = R::majority ? (count >> 32) >= (own & kings ? 2 : 4) : count && (own & kings);
    if (!Distinct || !may_repeat) return static_cast<std::uint32_t>(count);
    u64 leaves = 0;
    each_capture<R, Black, true>(own, opp, kings, empty, [&](u64, u64, u64) { ++leaves; });
    return leaves;
}

// The number of legal moves.
template <class R, bool Black, bool Distinct>
INLINE u64 leaf(u64 own, u64 opp, u64 kings) {
    const u64 empty = R::valid & ~(own | opp);
    if (const u64 captures = leaf_captures<R, Black, Distinct>(own, opp, kings, empty)) return captures;
    u64 moves = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        const u64 men = is_forward<Black>(D) ? own & ~kings : 0, short_kings = R::flying ? 0 : own & kings;
        moves += popcount(step<D>(men | short_kings) & empty);
    });
    if constexpr (R::flying) each_bit(own & kings, [&](u64 king) INLINE_LAMBDA { moves += popcount(king_moves<R>(king, empty)); });
    return moves;
}

// Whether the side has a capture, or a flying king that could get one from afar.
template <class R, bool Black>
INLINE bool is_threat(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 reach = R::flying ? ~u64{0} : Takeoffs<R, Black, true>(opp, empty).any();
    return own & (Takeoffs<R, Black>(opp, empty).any() | (kings & reach));
}

// Two plies, the first of them quiet, without making most of the moves. The opponent is no threat before the move. Then
// the move changes his answers only around the square it leaves and the one it enters:
//   - a piece that enters a `hanging` square (opponent next to it, empty behind) can be taken, and so can one that
//     steps towards an opponent, because the square behind it is the one it has just left (`facing`);
//   - leaving a `guarded` square lets the opponent take the piece in front of it.
// Such a move is risky. All others are calm and keep the opponent's quiet moves but for those into the two squares. If no
// capture after a risky move can go on, their number follows from the same sets. So popcounts sum up both kinds, and
// only possible chains are counted child by child.
template <class R, bool Black, bool Distinct>
INLINE u64 quiet_then_leaf(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 opp_kings = opp & kings;
    const auto walked = [&](auto D) INLINE_LAMBDA { return step<D>(is_forward<!Black>(D) ? opp : opp_kings); };
    const auto takers = [&](auto D) INLINE_LAMBDA { return may_jump<R, !Black, false>(D) ? opp : opp_kings; };
    const auto hanging = [&](auto D) INLINE_LAMBDA { return step<D>(takers(D)) & step<-D>(empty); };
    const auto guarded = [&](auto D) INLINE_LAMBDA { return step<2 * D>(takers(D)) & step<D>(own); };
    const Takeoffs<R, !Black> of_men(own, empty);
    const Takeoffs<R, !Black, true> of_kings(own, empty);
    const auto going_on = [&](int d) INLINE_LAMBDA { return opp_kings ? of_kings.after(d) : of_men.after(d); };

    u64 any_hanging = 0, any_guarded = 0, chain_hanging = 0, chain_guarded = 0, replies = 0, leaves = 0;
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        any_hanging |= hanging(D), chain_hanging |= hanging(D) & step<-D>(going_on(D));
        any_guarded |= guarded(D), chain_guarded |= guarded(D) & going_on(D);
        replies += popcount(walked(D) & empty);
    });
    each_direction<R>([&](auto D) INLINE_LAMBDA {
        const u64 men = is_forward<Black>(D) ? own & ~kings : 0, short_kings = R::flying ? 0 : own & kings;
        const u64 movers = (men | short_kings) & step<-D>(empty);
        const u64 facing = step<-2 * D>(takers(direction<-D>));
        const u64 risky = movers & (any_guarded | facing | step<-D>(any_hanging));
        const u64 chains = risky & (chain_guarded | (any_guarded & step<-2 * D>(empty)) |  // ... over the moved piece
                                    (facing & going_on(-D)) | step<-D>(chain_hanging));
        const u64 calm = movers ^ risky, simple = risky ^ chains;
        leaves += popcount(calm) * replies + popcount(simple & facing);
        each_direction<R>([&](auto E) INLINE_LAMBDA {
            leaves += popcount(calm & walked(E));
            if constexpr (E == -D) return;  // a calm move faces nobody
            leaves -= popcount(step<D>(calm) & walked(E));
            leaves += popcount(step<D>(simple) & hanging(E)) + popcount(simple & guarded(E));
        });
        each_bit(chains, [&](u64 man) INLINE_LAMBDA {
            const u64 after = own ^ man ^ step<D>(man);
            leaves += leaf_captures<R, !Black, Distinct>(opp, after, opp_kings, R::valid & ~(after | opp));
        });
    });
    if constexpr (R::flying)
        each_quiet<R, Black>(own & kings, opp, kings, empty, [&](u64 moved, u64, u64) INLINE_LAMBDA {
            leaves += leaf<R, !Black, Distinct>(opp, (own & ~kings) | moved, opp_kings);
        });
    return leaves;
}

template <class R, bool Black, bool Distinct>
INLINE u64 two_plies_with(u64 own, u64 opp, u64 kings) {
    const u64 empty = R::valid & ~(own | opp);
    u64 leaves = 0;
    const auto child = [&](u64 o, u64 p, u64 k) INLINE_LAMBDA {
        leaves += opp & kings ? leaf<R, !Black, Distinct>(p, o, k) : leaf<R, !Black, Distinct>(p, o, 0);
    };
    if (each_capture<R, Black, Distinct>(own, opp, kings, empty, child)) return leaves;
    if (!is_threat<R, !Black>(opp, own, kings, empty)) return quiet_then_leaf<R, Black, Distinct>(own, opp, kings, empty);
    each_quiet<R, Black>(own, opp, kings, empty, child);
    return leaves;
}

// Without kings much of the work vanishes at compile time.
template <class R, bool Black, bool Distinct>
u64 two_plies(u64 own, u64 opp, u64 kings) {
    return kings ? two_plies_with<R, Black, Distinct>(own, opp, kings) : two_plies_with<R, Black, Distinct>(own, opp, 0);
}

// ------------------------------------------------------------------------------------------------------------ perft

// Three plies or more.
template <class R, bool Black, bool Distinct>
u64 deep(u64 own, u64 opp, u64 kings, int depth) {
    const u64 empty = R::valid & ~(own | opp);
    u64 leaves = 0;
    const auto child = [&](u64 o, u64 p, u64 k) INLINE_LAMBDA {
        leaves += depth == 3 ? two_plies<R, !Black, Distinct>(p, o, k) : deep<R, !Black, Distinct>(p, o, k, depth - 1);
    };
    if (!each_capture<R, Black, Distinct>(own, opp, kings, empty, child)) each_quiet<R, Black>(own, opp, kings, empty, child);
    return leaves;
}

template <class R, bool Black, bool Distinct>
u64 perft(u64 own, u64 opp, u64 kings, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return leaf<R, Black, Distinct>(own, opp, kings);
    return depth == 2 ? two_plies<R, Black, Distinct>(own, opp, kings) : deep<R, Black, Distinct>(own, opp, kings, depth);
}

template <class R>
u64 perft_of_plain(u64 white, u64 black, u64 kings, bool black_to_move, int depth, bool distinct) {
    const auto perft_of_side = black_to_move ? (distinct ? perft<R, true, true> : perft<R, true, false>)
                                             : (distinct ? perft<R, false, true> : perft<R, false, false>);
    if (black_to_move) std::swap(white, black);
    return perft_of_side(R::from_plain(white), R::from_plain(black), R::from_plain(kings), depth);
}

}  // namespace

// Variant 0 is American, 1 International. Words are in plain square order: bit n - 1 is square n.
extern "C" std::uint64_t draughts_perft(int variant, std::uint64_t white, std::uint64_t black, std::uint64_t kings,
                                        int black_to_move, int depth, int distinct) {
    return (variant == 0 ? perft_of_plain<American> : perft_of_plain<International>)(white, black, kings, black_to_move, depth, distinct);
}

#ifndef LIBRARY

namespace {

struct Position {
    u64 white, black, kings = 0;
    bool black_to_move = false;
};

// Reads "B:W21,22,K30:B1,K2".
std::optional<Position> parse_fen(std::string_view fen, int squares) {
    const auto is_side = [](std::string_view text) { return text.starts_with('W') || text.starts_with('B'); };
    if (!is_side(fen) || !fen.substr(1).starts_with(':')) return {};
    Position position{0, 0, 0, fen[0] == 'B'};
    u64* side = nullptr;
    for (fen.remove_prefix(1); !fen.empty();) {
        const bool new_side = fen[0] == ':';
        if (!new_side && fen[0] != ',') return {};
        fen.remove_prefix(1);
        if (new_side) {
            if (!is_side(fen)) return {};
            side = fen[0] == 'W' ? &position.white : &position.black;
            fen.remove_prefix(1);
            if (fen.empty() || fen[0] == ':') continue;  // a side without pieces
        }
        const bool king = fen.starts_with('K');
        int number = 0;
        const auto [end, error] = std::from_chars(fen.data() + king, fen.data() + fen.size(), number);
        if (error != std::errc{} || number < 1 || number > squares) return {};
        const u64 square = u64{1} << (number - 1);
        if ((position.white | position.black) & square) return {};
        *side |= square;
        position.kings |= king ? square : 0;
        fen.remove_prefix(static_cast<std::size_t>(end - fen.data()));
    }
    return position;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int usage(const char* complaint) {
    std::fprintf(stderr, "perft: %s\nusage: perft american|international DEPTH [FEN] [--distinct]\n", complaint);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> words(argv + 1, argv + argc);
    const bool distinct = std::erase(words, "--distinct") > 0;
    if (words.size() < 2 || words.size() > 3) return usage("wrong number of arguments");
    const bool american = words[0] == "american";
    if (!american && words[0] != "international") return usage("unknown variant");

    int depth = -1;
    const auto [end, error] = std::from_chars(words[1].begin(), words[1].end(), depth);
    if (error != std::errc{} || end != words[1].end() || depth < 0) return usage("bad depth");

    const char* const start = american ? "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
                                       : "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"
                                         ":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    const auto position = parse_fen(words.size() == 3 ? words[2] : start, american ? 32 : 50);
    if (!position) return usage("bad FEN");

    const double before = thread_seconds();
    const u64 nodes = draughts_perft(!american, position->white, position->black, position->kings,
                                     position->black_to_move, depth, distinct);
    const double seconds = thread_seconds() - before;
    std::printf("{\"variant\": \"%s\", \"depth\": %d, \"nodes\": %llu, \"cpu_seconds\": %.6f, \"distinct\": %s}\n",
                words[0].data(), depth, static_cast<unsigned long long>(nodes), seconds, distinct ? "true" : "false");
}

#endif
