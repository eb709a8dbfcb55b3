// Classic searches as they are usually written in C++: recursion on a vector of vectors, with a bounds check for each move.
// scripts/benchmark.py compiles this program with g++ -O3 -march=native, and compares solvers with it.
//
//   classic backtracking|warnsdorff|walk SIZE ROW COL [NODES]     prints: found (0 or 1), nodes, seconds
//
// If NODES is given, backtracking ends at the first complete path or after about NODES search nodes.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

using Board = std::vector<std::vector<int>>;

const int DOWN[] = {2, 1, -1, -2, -2, -1, 1, 2};  // the order "clockwise"
const int RIGHT[] = {1, 2, 2, 1, -1, -2, -2, -1};

int size;
long long nodes = 1, limit = 0;

bool is_free(int row, int col, const Board& board) {
    return row >= 0 && row < size && col >= 0 && col < size && board[row][col] == 0;
}

bool backtracking(int row, int col, int placed, Board& board) {
    if (placed == size * size) return true;
    for (int move = 0; move < 8; move++) {
        int next_row = row + DOWN[move], next_col = col + RIGHT[move];
        if (is_free(next_row, next_col, board)) {
            board[next_row][next_col] = placed + 1;
            nodes++;
            if (backtracking(next_row, next_col, placed + 1, board)) return true;
            board[next_row][next_col] = 0;
        }
    }
    return false;
}

bool limited_backtracking(int row, int col, int placed, Board& board) {
    if (placed == size * size || nodes >= limit) return true;
    for (int move = 0; move < 8; move++) {
        int next_row = row + DOWN[move], next_col = col + RIGHT[move];
        if (is_free(next_row, next_col, board)) {
            board[next_row][next_col] = placed + 1;
            nodes++;
            if (limited_backtracking(next_row, next_col, placed + 1, board)) return true;
            board[next_row][next_col] = 0;
        }
    }
    return false;
}

int degree(int row, int col, const Board& board) {
    int count = 0;
    for (int move = 0; move < 8; move++) count += is_free(row + DOWN[move], col + RIGHT[move], board);
    return count;
}

bool warnsdorff(int row, int col, int placed, Board& board) {
    if (placed == size * size) return true;
    std::vector<std::pair<int, int>> candidates;
    for (int move = 0; move < 8; move++) {
        int next_row = row + DOWN[move], next_col = col + RIGHT[move];
        if (is_free(next_row, next_col, board)) candidates.push_back({degree(next_row, next_col, board), move});
    }
    std::sort(candidates.begin(), candidates.end());
    for (auto& candidate : candidates) {
        int next_row = row + DOWN[candidate.second], next_col = col + RIGHT[candidate.second];
        board[next_row][next_col] = placed + 1;
        nodes++;
        if (warnsdorff(next_row, next_col, placed + 1, board)) return true;
        board[next_row][next_col] = 0;
    }
    return false;
}

// Warnsdorff's rule without recursion or backtracking, because the recursion overflows the stack beyond about 250x250.
bool walk(int row, int col, Board& board) {
    for (int placed = 1;; placed++) {
        std::vector<std::pair<int, int>> candidates;
        for (int move = 0; move < 8; move++) {
            int next_row = row + DOWN[move], next_col = col + RIGHT[move];
            if (is_free(next_row, next_col, board)) candidates.push_back({degree(next_row, next_col, board), move});
        }
        if (candidates.empty()) return placed == size * size;
        std::sort(candidates.begin(), candidates.end());
        row += DOWN[candidates[0].second];
        col += RIGHT[candidates[0].second];
        board[row][col] = placed + 1;
        nodes++;
    }
}

int main(int count, char** words) {
    if (count != 5 && count != 6) return 2;
    size = std::atoi(words[2]);
    int row = std::atoi(words[3]), col = std::atoi(words[4]);
    if (count == 6) limit = std::atoll(words[5]);
    Board board(size, std::vector<int>(size, 0));
    board[row][col] = 1;
    std::clock_t started = std::clock();  // processor time, as in a comparison
    bool found = limit                                  ? limited_backtracking(row, col, 1, board)
                 : !std::strcmp(words[1], "backtracking") ? backtracking(row, col, 1, board)
                 : !std::strcmp(words[1], "warnsdorff") ? warnsdorff(row, col, 1, board)
                                                        : walk(row, col, board);
    double seconds = double(std::clock() - started) / CLOCKS_PER_SEC;
    std::printf("%d %lld %.9f\n", found, nodes, seconds);
}
